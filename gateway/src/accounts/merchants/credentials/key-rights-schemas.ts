import { Type } from 'typebox';
import { KEY_ADDRESSES_MAX, KEY_SCOPES } from '#src/ground/access/key-rights.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';

const Scopes = Type.Union([Type.Array(oneOf(KEY_SCOPES)), Type.Null()], {
  description: 'O que a chave pode fazer; null para tudo, também o que vier em novas versões.',
});

/** The rights of a key pair in answers. */
export const KeyRightsView = {
  scopes: Scopes,
  addresses: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'Os endereços IP e redes de onde a chave pode ser usada; null para todos.',
  }),
};

/** The rights of a key pair in requests. A field that is absent is not changed. */
export const KeyRightsBody = {
  scopes: Type.Optional(
    Type.Union([Type.Array(oneOf(KEY_SCOPES), { minItems: 1, maxItems: 50 }), Type.Null()]),
  ),
  addresses: Type.Optional(
    Type.Union([
      Type.Array(Type.String({ format: 'network-address' }), {
        minItems: 1,
        maxItems: KEY_ADDRESSES_MAX,
      }),
      Type.Null(),
    ]),
  ),
};
