const POLYNOMIAL = 0x1021;
const INITIAL = 0xffff;

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) {
    value = (value & 0x8000) === 0 ? value << 1 : (value << 1) ^ POLYNOMIAL;
  }
  return value & 0xffff;
});

/**
 * CRC-16/CCITT-FALSE (polynomial 0x1021, initial 0xFFFF, nothing reflected) over the UTF-8 bytes of
 * a text, as four upper-case hexadecimal digits. "123456789" gives 29B1.
 */
export function crc16(text: string): string {
  let crc = INITIAL;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) return crc16OfBytes(Buffer.from(text));
    crc = step(crc, code);
  }
  return hexadecimal(crc);
}

function crc16OfBytes(bytes: Uint8Array): string {
  return hexadecimal(bytes.reduce(step, INITIAL));
}

function step(crc: number, byte: number): number {
  return ((crc << 8) & 0xffff) ^ (TABLE[(crc >> 8) ^ byte] ?? 0);
}

function hexadecimal(crc: number): string {
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
