import packageFile from '../../package.json' with { type: 'json' };

/** The version of this program. */
export const packageVersion: string = packageFile.version;
