import { certificateOperations } from './certificates/certificate-operations.ts';
import { settingsOperations } from './settings/settings-operations.ts';

/** The operations of the panel's settings, for its access rules. */
export const apiPixOperations = [...settingsOperations, ...certificateOperations];
