import QRCode from 'qrcode';

const WIDTH_PX_MIN = 512;
/** ISO/IEC 18004 asks for four modules of white around the code. */
const QUIET_ZONE_MODULES = 4;
const ERROR_CORRECTION = 'M';

/** The QR image of a code as a PNG at least 512 px wide, every module a whole number of pixels. */
export function renderPng(code: string): Promise<Buffer> {
  const symbol = QRCode.create(code, { errorCorrectionLevel: ERROR_CORRECTION });
  const modules = symbol.modules.size + 2 * QUIET_ZONE_MODULES;
  return QRCode.toBuffer(code, {
    type: 'png',
    errorCorrectionLevel: ERROR_CORRECTION,
    margin: QUIET_ZONE_MODULES,
    scale: Math.ceil(WIDTH_PX_MIN / modules),
  });
}

/** The QR image of a code as an SVG. */
export function renderSvg(code: string): Promise<string> {
  return QRCode.toString(code, {
    type: 'svg',
    errorCorrectionLevel: ERROR_CORRECTION,
    margin: QUIET_ZONE_MODULES,
    width: WIDTH_PX_MIN,
  });
}
