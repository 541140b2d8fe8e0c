import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { pixKeyMask } from '#panel/components/masks.ts';
import { useEnvironment } from '#panel/session/environment.tsx';

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
