import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { TEXT_LIMITS, textFormats } from './text-formats.ts';

const ajv = new Ajv({ strict: false });
formats.default(ajv);

type Limits = Readonly<Record<string, unknown>>;

/** The limits with the whole rule of a text, where their pattern is only a part of it. */
function wholeLimits(limits: Limits): Limits {
  return { ...limits, pattern: limits['x-pattern'] ?? limits.pattern };
}

/** Texts near the limits of a format, and texts of any kind. */
function textsNear(limits: Limits): fc.Arbitrary<string> {
  const { format, pattern } = limits as { format?: string; pattern?: string };
  // A pattern next to a format is only part of the rule.
  const isWhole = pattern !== undefined && format === undefined;
  const patterns = isWhole ? [fc.stringMatching(new RegExp(pattern, 'u'))] : [];
  return fc.oneof(
    ...patterns,
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 260 }),
    fc.emailAddress(),
    fc.webUrl(),
    fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString()),
    fc.stringMatching(/^[0-9]{5,14}$/),
  );
}

for (const [name, format] of Object.entries(textFormats)) {
  test(`a text that the OpenAPI document allows as ${name} is accepted`, () => {
    const limits = TEXT_LIMITS[name];
    assert.ok(limits, 'the format has no documented limits');
    const isDocumented = ajv.compile({ type: 'string', ...wholeLimits(limits) });
    const isDocumentedForAll = ajv.compile({ type: 'string', ...limits });
    let allowed = 0;
    fc.assert(
      fc.property(textsNear(limits), (text) => {
        if (!isDocumented(text)) return;
        allowed += 1;
        assert.ok(isDocumentedForAll(text), JSON.stringify(text));
        assert.ok(format.test(text), JSON.stringify(text));
      }),
      { numRuns: 2_000 },
    );
    assert.ok(allowed > 0, 'no text was allowed');
  });
}
