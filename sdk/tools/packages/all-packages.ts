import { goPackages } from './go-package.ts';
import { npmPackages } from './npm-packages.ts';
import type { Package } from './package-files.ts';
import { phpPackages } from './php-package.ts';
import { pythonPackage } from './python-package.ts';

/**
 * Builds what the gateway serves at `/guia/sdk`: `pix` and the SDKs as packages of their languages.
 * Equal sources give equal bytes, so that lock files of users keep fitting.
 * @param address the address of `/guia/sdk` that stands in the packages
 */
export async function allPackages(address: string): Promise<readonly Package[]> {
  const inLanguages = [pythonPackage(), ...phpPackages(address), ...goPackages()];
  return [...(await npmPackages()), ...inLanguages];
}
