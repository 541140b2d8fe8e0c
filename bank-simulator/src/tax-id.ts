const CPF = /^\d{11}$/;
const CNPJ = /^[0-9A-Z]{12}\d{2}$/;
const CPF_LENGTH = 11;
const CODE_OF_ZERO = 48;

/** Whether the text is a CPF: 11 digits with valid check digits. */
export function isCpf(text: string): boolean {
  return CPF.test(text) && hasCheckDigits(text, CPF_LENGTH);
}

/** Whether the text is a CNPJ with valid check digits, also with letters (IN RFB 2.229 of 2024). */
export function isCnpj(text: string): boolean {
  return CNPJ.test(text) && hasCheckDigits(text, 9);
}

/** Modulo 11; weights grow from 2 at the right and begin again after the highest. */
function hasCheckDigits(text: string, highestWeight: number): boolean {
  return [2, 1].every((digitsLeft) => {
    const body = text.slice(0, text.length - digitsLeft);
    let sum = 0;
    for (let index = 0; index < body.length; index += 1) {
      const fromTheRight = body.length - 1 - index;
      const weight = 2 + (fromTheRight % (highestWeight - 1));
      sum += (body.charCodeAt(index) - CODE_OF_ZERO) * weight;
    }
    const digit = sum % 11 < 2 ? 0 : 11 - (sum % 11);
    return text.charAt(body.length) === String(digit);
  });
}
