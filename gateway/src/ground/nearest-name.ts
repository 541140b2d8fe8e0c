const WORD_START = /(?<=[a-z0-9])(?=[A-Z])/g;
const DISTANCE_MAX = 2;
/** Shorter names are near to too many others. */
const LETTERS_A_FAULT = 3;

/**
 * The name of a list that a misspelt name probably means, so that a message can say it; undefined
 * when none is near. Case, "-" and "_" don't count: `externalId` means `external_id`.
 */
export function nearestName(misspelt: string, names: Iterable<string>): string | undefined {
  const plain = plainName(misspelt);
  const limit = Math.min(DISTANCE_MAX, Math.floor(plain.length / LETTERS_A_FAULT));
  let nearest: { readonly name: string; readonly distance: number } | undefined;
  for (const name of names) {
    if (Math.abs(name.length - plain.length) > DISTANCE_MAX) continue;
    const distance = distanceOf(plain, plainName(name));
    if (distance <= limit && distance < (nearest?.distance ?? Infinity)) {
      nearest = { name, distance };
    }
  }
  return nearest?.name;
}

function plainName(name: string): string {
  return name.slice(0, 64).replace(WORD_START, '_').replaceAll('-', '_').toLowerCase();
}

/** The distance of Levenshtein: how many characters are added, left out or changed. */
function distanceOf(left: string, right: string): number {
  const row = Array.from({ length: right.length + 1 }, (_, index) => index);
  // By index: at each start some hundred pairs of names are compared.
  for (let index = 0; index < left.length; index += 1) {
    let before = index;
    row[0] = index + 1;
    for (let column = 0; column < right.length; column += 1) {
      const above = row[column + 1] ?? 0;
      const changed = before + (left[index] === right[column] ? 0 : 1);
      row[column + 1] = Math.min(changed, above + 1, (row[column] ?? 0) + 1);
      before = above;
    }
  }
  return row.at(-1) ?? 0;
}
