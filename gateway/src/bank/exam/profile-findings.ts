import { KNOWN_NAME_FIELDS } from '../bank-http/apply-profile.ts';
import type { ProfileFindings, ProfilePart } from './exam.ts';

/** Collects the parts of a profile during an exam. */
export interface Findings {
  add(part: ProfilePart | undefined): void;
  read(): ProfileFindings;
}

export function createFindings(): Findings {
  const parts: ProfilePart[] = [];
  const all = (name: 'errorNameField' | 'notFoundName' | 'refusedName') =>
    [...new Set(parts.flatMap((part) => part[name] ?? []))].sort();
  return {
    add: (part) => {
      if (part !== undefined) parts.push(part);
    },
    read: () => {
      const refused = all('refusedName');
      return {
        missing: missingIn(parts),
        scopes: parts.findLast(({ scopes }) => scopes !== undefined)?.scopes,
        listOrder: parts.find(({ listOrder }) => listOrder !== undefined)?.listOrder,
        callbackBody: parts.find(({ callbackBody }) => callbackBody !== undefined)?.callbackBody,
        errorNameFields: all('errorNameField').filter((name) => !KNOWN_NAME_FIELDS.includes(name)),
        // A name that also stands for other refusals never says that a record doesn't exist.
        notFoundNames: all('notFoundName').filter((name) => !refused.includes(name)),
      };
    },
  };
}

/** A list may fail alone, so operations are only missing when their write is missing too. */
function missingIn(parts: readonly ProfilePart[]): readonly string[] {
  const levels = parts.flatMap(({ missingWrite }) => missingWrite ?? []);
  const families = parts.flatMap(({ missingList }) =>
    missingList && levels.includes(missingList.level) ? [missingList.family] : [],
  );
  return [...new Set(families)].sort();
}
