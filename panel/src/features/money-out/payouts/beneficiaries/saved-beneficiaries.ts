import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { pixKeyMask } from '#panel/components/masks.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { type PixKeyType, readPixKey } from '../pix-key-types.ts';

/** A saved beneficiary of the current environment. */
export type SavedBeneficiary = Answer<'/api/panel/{environment}/beneficiaries'>['data'][number];

/** The name and key of a saved beneficiary, for a list of choices. */
export function nameAndKey({ name, pix_key: key, pix_key_type: type }: SavedBeneficiary): string {
  return `${name} · ${pixKeyMask(type)(key)}`;
}

/** The saved beneficiaries of the current environment, by name. */
export function useSavedBeneficiaries() {
  const environment = useEnvironment();
  return api.useQuery('get', '/api/panel/{environment}/beneficiaries', {
    params: { path: { environment } },
  });
}

/** The saved beneficiary that has a typed key, if there is one. */
export function useSavedOfKey({
  pix_key: typed,
  pix_key_type: type,
}: {
  pix_key: string;
  pix_key_type: PixKeyType;
}): SavedBeneficiary | undefined {
  const environment = useEnvironment();
  const saved = useSavedBeneficiaries();
  const key = readPixKey(typed, type, environment);
  if (key === undefined) return undefined;
  return saved.data?.data.find((one) => one.pix_key === key && one.pix_key_type === type);
}
