import { fetchApi } from '#panel/api/client.ts';
import type { AddressField } from '../address/address-fields.tsx';

const CNPJ = /^[0-9A-Z]{12}[0-9]{2}$/;
const CEP = /^[0-9]{8}$/;
const ADDRESS = [
  'postal_code',
  'street',
  'number',
  'complement',
  'district',
  'city',
  'state',
] as const;

/** A form with an address, and with the name of a company where it asks for one. */
interface FormToFill {
  readonly getValues: () => {
    readonly address: Readonly<Record<AddressField, string>>;
    readonly legal_name?: string;
  };
  readonly setFieldValue: (path: `address.${AddressField}` | 'legal_name', found: string) => void;
}

/**
 * Fills in empty fields by what a public source says about a CNPJ or a CEP. Nothing happens without
 * a source, without an answer, and in fields that the person has filled in.
 */
export function useLookUp(form: FormToFill) {
  const fill = async (query: { cnpj: string } | { cep: string }) => {
    const { data } = await fetchApi
      .GET('/api/panel/kyc/look-up', { params: { query } })
      .catch(() => ({ data: undefined }));
    if (!data) return;
    const { address, legal_name: legalName } = form.getValues();
    if ('cnpj' in query && data.legal_name && legalName?.trim() === '') {
      form.setFieldValue('legal_name', data.legal_name);
    }
    for (const field of ADDRESS) {
      const found = data[field];
      if (found && address[field].trim() === '') form.setFieldValue(`address.${field}`, found);
    }
  };
  return {
    byCnpj: (typed: string) => {
      const cnpj = typed.replaceAll(/[.\-/\s]/g, '').toUpperCase();
      if (CNPJ.test(cnpj)) void fill({ cnpj });
    },
    byPostalCode: (typed: string) => {
      const cep = typed.replaceAll(/\D/g, '');
      if (CEP.test(cep)) void fill({ cep });
    },
  };
}
