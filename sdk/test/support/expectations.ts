import assert from 'node:assert/strict';

/** A JSON value with `${name}` replaced by saved texts. @throws when a name was not saved */
export function fill<Value>(value: Value, saved: ReadonlyMap<string, string>): Value {
  const text = JSON.stringify(value).replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const found = saved.get(name);
    if (found === undefined) throw new Error(`nothing was saved as ${name}`);
    return JSON.stringify(found).slice(1, -1);
  });
  return JSON.parse(text);
}

/**
 * Asserts that a value has what is expected: an object may have more fields, a list has exactly
 * these items, "*" is anything but null, `{ "starts": … }` is the start of a text, and
 * `{ "contains": […] }` are parts of it.
 */
export function assertContains(actual: unknown, expected: unknown, path = 'result'): void {
  if (expected === '*') {
    assert.ok(actual !== null && actual !== undefined, `${path} is missing`);
  } else if (Array.isArray(expected)) {
    assert.ok(Array.isArray(actual), `${path} is no list: ${JSON.stringify(actual)}`);
    assert.equal(actual.length, expected.length, `${path}: ${JSON.stringify(actual)}`);
    for (const [index, item] of expected.entries()) {
      assertContains(actual[index], item, `${path}.${index}`);
    }
  } else if (typeof expected === 'object' && expected !== null) {
    if ('starts' in expected) {
      assert.ok(String(actual).startsWith(String(expected.starts)), `${path}: ${actual}`);
      return;
    }
    if ('contains' in expected) {
      const parts = expected.contains as readonly string[];
      const missing = parts.filter((part) => !String(actual).includes(part));
      assert.deepEqual(missing, [], `${path}: ${actual}`);
      return;
    }
    assert.ok(typeof actual === 'object' && actual !== null, `${path} is no object: ${actual}`);
    for (const [key, item] of Object.entries(expected)) {
      assertContains(Reflect.get(actual, key), item, `${path}.${key}`);
    }
  } else {
    assert.deepEqual(actual, expected, path);
  }
}
