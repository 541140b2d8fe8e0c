import packageFile from '../package.json' with { type: 'json' };

/** The version of `pix`. All packages of the project have the same one. */
export const version: string = packageFile.version;
