import { parseCnpj, parseCpf } from '#src/ground/pix/tax-id.ts';
import { type ListQuery, type QueryFaults, textAt } from './page-of-list.ts';

const ANY = { checkDigits: false };

/** Reads the filters `cpf` and `cnpj`, of which a query has one. */
export function readDocumentFilter(query: ListQuery, faults: QueryFaults) {
  const cpf = textAt(query, 'cpf');
  const cnpj = textAt(query, 'cnpj');
  if (cpf !== undefined && cnpj !== undefined) {
    faults.add('cpf', 'Informe cpf ou cnpj, e não os dois.', cpf);
  }
  const ofPerson = cpf === undefined ? undefined : parseCpf(cpf, ANY);
  const ofCompany = cnpj === undefined ? undefined : parseCnpj(cnpj, ANY);
  if (cpf !== undefined && !ofPerson) faults.add('cpf', 'Informe os 11 dígitos do CPF.', cpf);
  if (cnpj !== undefined && !ofCompany) {
    faults.add('cnpj', 'Informe os 14 caracteres do CNPJ.', cnpj);
  }
  return {
    document: (ofPerson ?? ofCompany)?.digits,
    shown: {
      ...(ofPerson && { cpf: ofPerson.digits }),
      ...(ofCompany && { cnpj: ofCompany.digits }),
    },
  };
}

/** Reads a filter that is true or false. */
export function readFlag(query: ListQuery, name: string, faults: QueryFaults): boolean | undefined {
  const text = textAt(query, name);
  if (text === undefined) return undefined;
  // Programs in Python write their own word.
  const word = text.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  faults.add(name, 'Informe true ou false.', text);
  return undefined;
}
