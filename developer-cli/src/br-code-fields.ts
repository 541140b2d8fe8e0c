/** A field of a BR Code: two digits of id, two of length, and the value. */
export interface Field {
  readonly id: string;
  readonly value: string;
  /** Where its id begins in the code, from 0. */
  readonly offset: number;
}

/** The fields of a text, and what is wrong with their form. */
export interface Fields {
  readonly fields: readonly Field[];
  /** None when the whole text was read and each field is there once and not empty. */
  readonly faults: readonly string[];
}

const HEAD_LENGTH = 4;

/** Reads the fields of a BR Code, as far as they are well formed. */
export function readFields(code: string): Fields {
  return read(code, { begin: 0, inside: '' });
}

/** Reads the fields in a template of a BR Code. */
export function readTemplate({ id, value, offset }: Field): Fields {
  return read(value, { begin: offset + HEAD_LENGTH, inside: `dentro do campo ${id}, ` });
}

function read(
  text: string,
  { begin, inside }: { readonly begin: number; readonly inside: string },
): Fields {
  const fields: Field[] = [];
  const faults: string[] = [];
  let at = 0;
  while (at < text.length) {
    const head = text.slice(at, at + HEAD_LENGTH);
    const position = `na posição ${begin + at + 1}`;
    if (!/^\d{4}$/.test(head)) {
      faults.push(`${inside}${position} há ${JSON.stringify(head)}, e não id e tamanho`);
      break;
    }
    const [id, length] = [head.slice(0, 2), Number(head.slice(2))];
    const value = text.slice(at + HEAD_LENGTH, at + HEAD_LENGTH + length);
    const where = `${inside}o campo ${id}, ${position},`;
    if (value.length < length) {
      faults.push(`${where} anuncia ${length} caracteres e tem ${value.length}`);
      break;
    }
    if (length === 0) faults.push(`${where} está vazio`);
    if (fields.some((field) => field.id === id)) {
      faults.push(`${inside}o campo ${id} aparece duas vezes, a segunda ${position}`);
    }
    fields.push({ id, value, offset: begin + at });
    at += HEAD_LENGTH + length;
  }
  return { fields, faults };
}
