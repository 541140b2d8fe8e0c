/**
 * The versions of the Central Bank's API Pix whose codes and fields differ here: the day of the
 * manual of the same version, and where the version was read.
 */
export const API_PIX_VERSIONS = {
  '2.9.0': {
    firstDay: '2025-09-05',
    source: 'github.com/bacen/pix-api, openapi.yaml of commit 0d74e5e1',
  },
  // The file itself could not be read: its names are those of types that were generated from it.
  '2.10.0': {
    firstDay: '2026-08-19',
    source: 'github.com/bacen/pix-api, commit 55b60d79, by iricardofernandes/jupiter, pkg/pixapi',
  },
} as const;

export type ApiPixVersion = keyof typeof API_PIX_VERSIONS;
