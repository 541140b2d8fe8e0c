/** A field of a BR Code: two digits of id, two of length, and the value. */
export interface Field {
  readonly id: string;
  readonly value: string;
  /** Where its id begins, from 0. */
  readonly offset: number;
}

/** The fields of a text, and what could not be read at its end. */
export interface Fields {
  readonly fields: readonly Field[];
  /** Undefined when the whole text was read. */
  readonly fault: string | undefined;
}

/** Reads the fields of a BR Code or of a template in it, as far as they are well formed. */
export function readFields(text: string): Fields {
  const fields: Field[] = [];
  let offset = 0;
  while (offset < text.length) {
    const [, id, digits] = /^(\d\d)(\d\d)/.exec(text.slice(offset)) ?? [];
    if (id === undefined || digits === undefined) {
      const found = JSON.stringify(text.slice(offset, offset + 4));
      return { fields, fault: `na posição ${offset + 1} há ${found}, e não id e tamanho` };
    }
    const length = Number(digits);
    const value = text.slice(offset + 4, offset + 4 + length);
    if (value.length < length) {
      const where = `o campo ${id}, na posição ${offset + 1}`;
      const fault = `${where}, anuncia ${length} caracteres e tem ${value.length}`;
      return { fields, fault };
    }
    fields.push({ id, value, offset });
    offset += 4 + length;
  }
  return { fields, fault: undefined };
}
