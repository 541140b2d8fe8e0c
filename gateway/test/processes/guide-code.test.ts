import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import type { CodeBlock } from '../../tools/code-blocks.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  type Keys,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { freePort, runCliAt } from '../support/gateway-process.ts';
import {
  blocksOf,
  LANGUAGES,
  type LanguageName,
  onlyBlock,
  programFolder,
  runProgram,
  runTogether,
  startProgram,
  withValues,
} from '../support/guide-programs.ts';
import { assertPassesExam, secretFor } from '../support/webhook-exam.ts';

const gateway = await startGateway({ after });
const folder = programFolder({ after });
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const QR_CODE = /000201.*$/gm;
const SANDBOX_SECRET = 'whsec_sandbox_publico';

// The merchants that the examples of splits name.
for (const username of ['parceiro', 'afiliado']) {
  await createMerchantWithKeys(gateway, 'test', username);
}

/** What a page takes for granted: the ids that its examples name. */
type Preparation = (keys: Keys) => Promise<Readonly<Record<string, string>>>;

const pendingCharge: Preparation = async (keys) => {
  const { body } = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  return { INTERNAL_ID: String(body.internal_id) };
};

const paidCharge: Preparation = async (keys) => {
  const charge = await receivePayment(gateway, keys);
  return { INTERNAL_ID: String(charge.internal_id) };
};

/** Days that stand for those of the page: business days, so that no weekend moves them. */
const DISCOUNT_DAY = businessDayFrom(addDays(brazilianDayOf(Date.now()), 5));
const DUE_DAY = businessDayFrom(addDays(DISCOUNT_DAY, 5));

const dueCharge: Preparation = async (keys) => {
  const body = { ...CHARGE, due_date: DUE_DAY };
  const made = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  const days = { '2027-01-15': DUE_DAY, '2027-01-11': DISCOUNT_DAY };
  return { INTERNAL_ID: String(made.body.internal_id), ...days };
};

/** A variable subscription, and one whose first charge has failed. */
const subscriptions: Preparation = async (keys) => {
  const create = async () => {
    const terms = { reference: 'contrato-7', description: 'Aulas', min_amount: 1_000 };
    const when = { interval: 'monthly', first_due_on: DUE_DAY, retries: 'three_in_seven_days' };
    const body = { ...terms, ...when, payer: CHARGE.payer, journey: 'code' };
    const made = await gateway.call('POST', '/v1/subscriptions', { keys, body });
    const id = String(made.body.internal_id);
    await gateway.call('POST', `/v1/test/subscriptions/${id}/authorize`, { keys });
    return id;
  };
  const [variable, failed] = [await create(), await create()];
  const body = { amount: 1_000, due_on: DUE_DAY };
  await gateway.call('POST', `/v1/subscriptions/${failed}/cycles`, { keys, body });
  const path = `/v1/test/subscriptions/${failed}/cycles/${DUE_DAY}/fail`;
  await gateway.call('POST', path, { keys, body: {} });
  return { VARIAVEL_ID: variable, FALHOU_ID: failed, '2027-01-15': DUE_DAY };
};

const disputedCharge: Preparation = async (keys) => {
  const disputed = await receivePayment(gateway, keys);
  const path = `/v1/test/charges/${disputed.internal_id}/dispute`;
  const { body } = await gateway.call('POST', path, { keys, body: { reason: 'fraud' } });
  return { DISPUTE_ID: String(body.internal_id), ...(await paidCharge(keys)) };
};

const chargeBatch: Preparation = async (keys) => {
  const headers = { 'idempotency-key': 'lote-do-guia' };
  const body = { charges: [CHARGE] };
  const path = '/v1/charges/batches';
  const batch = await gateway.call('POST', path, { keys, headers, body });
  return { LOTE_ID: String(batch.body.id) };
};

const PREPARATIONS: Readonly<Record<string, Preparation>> = {
  'primeira-cobranca': pendingCharge,
  saques: paidCharge,
  devolucoes: paidCharge,
  splits: pendingCharge,
  'cobranca-com-vencimento': dueCharge,
  'assinaturas-por-api': subscriptions,
  saldo: paidCharge,
  contestacoes: disputedCharge,
  clientes: paidCharge,
  lembretes: pendingCharge,
  'relogios-de-teste': async () => ({}),
  'links-de-pagamento': async () => ({}),
  'cobrancas-em-lote': chargeBatch,
  paginacao: async (keys) => pendingCharge(keys).then(() => ({})),
};

/** The languages of examples; `js` is a whole program that another test runs. */
const REQUESTS = ['sh', 'ts', 'python', 'php'] as const satisfies readonly LanguageName[];

/** Blocks one after another that show the same in several languages. */
function groupsOf(blocks: readonly CodeBlock[]): readonly (readonly CodeBlock[])[] {
  const groups: CodeBlock[][] = [];
  for (const block of blocks.filter((one) => REQUESTS.some((name) => name === one.language))) {
    const group = groups.at(-1);
    const isNew = !group || group.some(({ language }) => language === block.language);
    if (isNew) groups.push([block]);
    else group.push(block);
  }
  return groups;
}

/** An example of a page, in the languages that it shows. */
interface Example {
  readonly name: string;
  readonly prepare: Preparation;
  readonly group: readonly CodeBlock[];
}

const examples = Object.entries(PREPARATIONS).flatMap(([page, prepare]) =>
  groupsOf(blocksOf(`docs/guia/${page}.md`)).map(
    (group, index): Example => ({ name: `example ${index + 1} of ${page}`, prepare, group }),
  ),
);

/** The account that the first page of the guide opens by a command. */
async function accountOfGuide(): Promise<Keys> {
  const [block] = blocksOf('docs/guia/README.md').filter(({ language }) => language === 'shell');
  assert.ok(block);
  const words = [...block.code.replace('\\\n', '').matchAll(/'([^']*)'|(\S+)/g)];
  const [npm, run, quiet, cli, end, ...command] = words.map(([, text, word = text]) => word);
  assert.deepEqual([npm, run, quiet, cli, end], ['npm', 'run', '-s', 'cli', '--']);
  const ended = await runCliAt(
    gateway.clock,
    {
      DATABASE_URL: gateway.connectionString,
      ENCRYPTION_KEY: gateway.appContext.config.encryptionKey?.toString('base64') ?? '',
      LOG_LEVEL: 'silent',
    },
    ...command.map(String),
    '--json',
  );
  assert.equal(ended.exitCode, 0, ended.stderr);
  const { client_id, client_secret } = JSON.parse(ended.stdout);
  return { 'client-id': client_id, 'client-secret': client_secret };
}

/**
 * Runs all examples in a language, each with a merchant of its own, or those of curl with the one
 * account that the guide opens. Returns what each printed.
 */
async function runIn(language: LanguageName): Promise<ReadonlyMap<Example, string>> {
  const shown = examples.flatMap((example) => {
    const block = example.group.find((one) => one.language === language);
    return block ? [{ example, block }] : [];
  });
  const codes: string[] = [];
  const account = language === 'sh' ? await accountOfGuide() : undefined;
  for (const { example, block } of shown) {
    const keys = account ?? (await createMerchantWithKeys(gateway)).keys;
    const values = { url: gateway.url, keys, others: await example.prepare(keys) };
    codes.push(withValues(block.code, values));
  }
  const printed = await runTogether(folder, language, codes);
  return new Map(shown.map(({ example }, index) => [example, printed[index]?.trim() ?? '']));
}

const outputs = new Map<LanguageName, ReadonlyMap<Example, string>>();
for (const language of REQUESTS) {
  const { skip } = LANGUAGES[language];
  test(`the examples of the guide run: ${language}`, { skip: skip ?? false }, async () => {
    outputs.set(language, await runIn(language));
  });
}

for (const example of examples) {
  test(`${example.name} shows the same in each language`, () => {
    const printed = [...outputs].flatMap(([language, of]): [string, string][] => {
      const text = of.get(example);
      return text === undefined ? [] : [[language, text]];
    });
    assertSame(new Map(printed));
  });
}

/** SDKs print the same but for ids and codes; the JSON of curl has what they print. */
function assertSame(printed: ReadonlyMap<string, string>): void {
  const { sh = '{}', ...others } = Object.fromEntries(printed);
  const lines = Object.values(others).map((text) =>
    text.replace(UUID, 'ID').replace(QR_CODE, 'CODE'),
  );
  assert.ok(new Set(lines).size <= 1, lines.join('\n'));
  assert.equal(JSON.parse(sh).error, undefined, sh);
  if (!printed.has('sh')) return;
  for (const word of lines[0]?.split(' ') ?? []) {
    const isMasked = word === 'ID' || word === 'CODE';
    assert.ok(isMasked ? UUID.test(sh) : sh.includes(word), `${word} in ${sh}`);
    UUID.lastIndex = 0;
  }
}

test('the stream of eventos shows an event as it happens', async (context) => {
  const { skip } = LANGUAGES.sh;
  if (skip !== undefined) return context.skip(skip);
  const { keys } = await createMerchantWithKeys(gateway);
  const { code } = onlyBlock('docs/guia/eventos.md', 'sh');
  const stream = startProgram(context, folder, 'sh', withValues(code, { url: gateway.url, keys }));
  await until('an event arrives', async () => {
    await receivePayment(gateway, keys);
    return /^id: \S+\nevent: deposit\.paid\ndata: \{/m.test(stream.output());
  });
  await stream.stop();
});

for (const language of ['js', 'python', 'php'] as const) {
  const { skip } = LANGUAGES[language];
  test(`the receiver of webhooks passes the exam: ${language}`, {
    skip: skip ?? false,
  }, async (context) => {
    const flags = (port: number) => (language === 'php' ? ['-S', `127.0.0.1:${port}`] : []);
    await examine(context, 'docs/guia/webhooks.md', language, flags);
  });
}

/** Starts the receiver of a page with the secret of a webhook, and examines it. */
async function examine(
  context: TestContext,
  page: string,
  language: 'js' | 'python' | 'php',
  flagsFor: (port: number) => readonly string[],
): Promise<void> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const { keys } = await createMerchantWithKeys(gateway);
  const secret = await secretFor(gateway, keys, url);
  const { code } = onlyBlock(page, language);
  assert.ok(code.includes(SANDBOX_SECRET), `${page} has ${SANDBOX_SECRET}`);
  const program = code.replace(SANDBOX_SECRET, secret).replace('4000)', `${port})`);
  startProgram(context, folder, language, program, { flags: flagsFor(port) });
  const unsigned = () => fetch(url, { method: 'POST', body: '{}' }).then(({ status }) => status);
  assert.equal(await until('it listens', () => unsigned().catch(() => undefined)), 401);
  await assertPassesExam(gateway, keys, url);
}

test('the tour of README.md works as it is shown', async (context) => {
  const { skip } = LANGUAGES.console;
  if (skip !== undefined) return context.skip(skip);
  const blocks = blocksOf('README.md').filter(({ language }) => language === 'console');
  const shown = blocks.map(({ code }) => code).join('');
  const [idOfPage = ''] = shown.match(UUID) ?? [];
  let id = idOfPage;
  let setUp = '';
  for (const step of shown.split(/^\$ /m).slice(1)) {
    // A command goes on in the lines that are indented by four spaces or more.
    const [, command = '', expected = ''] = /^(.*\n(?: {4}.*\n)*)([\s\S]*)$/.exec(step) ?? [];
    const values = { url: gateway.url, others: { [idOfPage]: id } };
    const output = await runProgram(folder, 'console', withValues(setUp + command, values));
    if (command.startsWith('KEYS=')) setUp += command;
    if (expected.trim() === '') continue;
    const answer = JSON.parse(output);
    assert.deepEqual(Object.keys(answer), Object.keys(JSON.parse(expected.replaceAll('\n', ''))));
    id = id === idOfPage ? String(answer.internal_id) : id;
  }
  assert.notEqual(id, idOfPage);
});
