import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { createMerchantWithKeys, startGateway } from '../../gateway/test/support/gateway.ts';
import { renderTypes } from '../../panel/build/render-types.ts';
import { outputOf, PYTHON } from './support/languages.ts';

/**
 * Clients that others' generators make of the API document: the code compiles, and it creates a
 * charge. `OPENAPI_GENERATOR_JAR` names the command line of openapi-generator, whose own packages
 * are enough to compile and to run what it makes for Java; `OAPI_CODEGEN` names oapi-codegen, for
 * which `go` reads the module `github.com/oapi-codegen/runtime`.
 */
const JAR = process.env.OPENAPI_GENERATOR_JAR ?? '';
const OAPI_CODEGEN = process.env.OAPI_CODEGEN ?? '';
const NODE_TYPES = join(import.meta.dirname, '../../node_modules/@types');
const TYPESCRIPT = join(import.meta.dirname, '../../node_modules/.bin/tsc');
const FOLDER = mkdtempSync(join(tmpdir(), 'pix-gateway-generated-'));
after(() => rmSync(FOLDER, { recursive: true, force: true }));
const run = promisify(execFile);
const isSlowAllowed = process.env.TEST_SLOW_TOOLCHAINS === '1';
const gateway = isSlowAllowed ? await startGateway({ after }) : undefined;

interface Generated {
  readonly name: string;
  /** Why it can't run on this machine; undefined when it can. */
  readonly missing: () => string | undefined;
  /** Makes and compiles the client in the folder; returns the command that creates a charge. */
  readonly build: (folder: string, document: string) => Promise<readonly string[]>;
}

const PYTHON_PROGRAM = `import sys
from pix_client import Client
from pix_client.api.charges import create_charge, get_qr_image
from pix_client.models import ChargeRequest, CreatedCharge, PayerRequest
url, client_id, secret = sys.argv[1:]
client = Client(base_url=url, headers={"client-id": client_id, "client-secret": secret})
body = ChargeRequest(amount=9990, payer=PayerRequest(name="Ana", document="12345678909"))
charge = create_charge.sync(client=client, body=body, idempotency_key="gerado-python-1")
assert isinstance(charge, CreatedCharge), charge
image = get_qr_image.sync(charge.internal_id, client=client)
assert image.payload.read(4) == b"\\x89PNG"
print(charge.internal_id)
`;

const GO_PROGRAM = `package main

import (
	"context"
	"fmt"
	"os"
	pix "pix/client"
)

func main() {
	config := pix.NewConfiguration()
	config.Servers = pix.ServerConfigurations{{URL: os.Args[1]}}
	config.AddDefaultHeader("client-id", os.Args[2])
	config.AddDefaultHeader("client-secret", os.Args[3])
	body := pix.NewChargeRequest(9990, *pix.NewPayerRequest("Ana", "12345678909"))
	call := pix.NewAPIClient(config).ChargesAPI.CreateCharge(context.Background())
	charge, _, err := call.ChargeRequest(*body).IdempotencyKey("gerado-go-1").Execute()
	if err != nil {
		panic(err)
	}
	fmt.Println(charge.InternalId)
}
`;

const OAPI_CODEGEN_PROGRAM = `package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"pix/client"
)

func main() {
	withKeys := func(_ context.Context, request *http.Request) error {
		request.Header.Set("client-id", os.Args[2])
		request.Header.Set("client-secret", os.Args[3])
		return nil
	}
	pix, err := client.NewClientWithResponses(os.Args[1], client.WithRequestEditorFn(withKeys))
	if err != nil {
		panic(err)
	}
	key := "gerado-go-2"
	payer := client.PayerRequest{Name: "Ana", Document: "12345678909"}
	created, err := pix.CreateChargeWithResponse(
		context.Background(),
		&client.CreateChargeParams{IdempotencyKey: &key},
		client.ChargeRequest{Amount: 9990, Payer: payer},
	)
	if err != nil || created.JSON201 == nil {
		panic(fmt.Sprint(err, created))
	}
	id := created.JSON201.InternalId
	read, err := pix.GetTransactionWithResponse(context.Background(), id)
	if err != nil || read.JSON200 == nil {
		panic(fmt.Sprint(err, read))
	}
	kind, err := read.JSON200.ValueByDiscriminator()
	charge, isCharge := kind.(client.Charge)
	if err != nil || !isCharge {
		panic(fmt.Sprintf("%v: %T", err, kind))
	}
	fmt.Println(charge.InternalId)
}
`;

const TYPESCRIPT_PROGRAM = `import type { paths } from './api.d.ts';

type CreateCharge = paths['/v1/pix/qrcode']['post'];
type Body = CreateCharge['requestBody']['content']['application/json'];
type Created = CreateCharge['responses'][201]['content']['application/json'];
type Transaction =
  paths['/v1/transactions/{internal_id}']['get']['responses'][200]['content']['application/json'];

const [url, id, secret] = process.argv.slice(2);
const headers = { 'client-id': id!, 'client-secret': secret!, 'content-type': 'application/json' };
const charge: Body = { amount: 9990, payer: { name: 'Ana', document: '12345678909' } };
const body = JSON.stringify(charge);
const answer = await fetch(\`\${url}/v1/pix/qrcode\`, { method: 'POST', headers, body });
const { internal_id }: Created = await answer.json();
const read = await fetch(\`\${url}/v1/transactions/\${internal_id}\`, { headers });
const transaction: Transaction = await read.json();
// The type is that of a charge only because its alternatives are told apart.
if (transaction.type !== 'charge') throw new Error(transaction.beneficiary.name);
console.log(transaction.qrcode === '' ? '' : transaction.internal_id);
`;

const EVENTS_PROGRAM = `import type { components } from './events.d.ts';

type Schemas = components['schemas'];
type Event = Schemas['DepositPaidEvent'] | Schemas['PayoutFailedEvent'] | Schemas['CyclePaidEvent'];

export function told(event: Event): string | undefined {
  if (event.event === 'deposit.paid') return event.data.payer.name;
  if (event.event === 'payout.failed') return event.data.failure_reason?.message;
  return event.data.due_on;
}
`;

const JAVA_PROGRAM = `import org.openapitools.client.ApiClient;
import org.openapitools.client.api.ChargesApi;
import org.openapitools.client.model.ChargeRequest;
import org.openapitools.client.model.PayerRequest;

public class Create {
    public static void main(String[] args) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(args[0]);
        client.setRequestInterceptor(
            request -> request.header("client-id", args[1]).header("client-secret", args[2]));
        PayerRequest payer = new PayerRequest().name("Ana").document("12345678909");
        ChargeRequest body = new ChargeRequest().amount(9990L).payer(payer);
        System.out.println(
            new ChargesApi(client).createCharge(body, "gerado-java-1").getInternalId());
    }
}
`;

// The one class of the Java client that the generator doesn't bring.
const JAVA_ANNOTATION = `package javax.annotation;

public @interface Generated {
    String[] value();
    String date() default "";
    String comments() default "";
}
`;

function missingGenerator(command: string, ...args: readonly string[]): string | undefined {
  if (JAR === '') return 'OPENAPI_GENERATOR_JAR names no openapi-generator';
  if (outputOf('java', '--version') === undefined) return 'java is not installed';
  return outputOf(command, ...args) === undefined ? `${command} is not installed` : undefined;
}

async function generate(language: string, folder: string, document: string, more: string[]) {
  const words = ['generate', '-i', document, '-g', language, '-o', join(folder, 'client')];
  const { stdout, stderr } = await run('java', ['-jar', JAR, ...words, ...more], {
    maxBuffer: 1e8,
  });
  // As it told that two files have one name: one of them is lost.
  assert.doesNotMatch(stdout + stderr, /Duplicate file path/);
}

/** Checks the types of a program. */
async function compile(program: string): Promise<void> {
  const settings = '--ignoreConfig --strict --noEmit --target esnext --module nodenext';
  const libraries = ['--lib', 'esnext,dom', '--types', 'node', '--typeRoots', NODE_TYPES];
  const flags = ['--allowImportingTsExtensions', ...settings.split(' '), ...libraries];
  await run(TYPESCRIPT, [...flags, program]);
}

const CLIENTS: readonly Generated[] = [
  {
    name: 'Python, with openapi-python-client',
    missing: () =>
      outputOf(PYTHON, '-m', 'openapi_python_client', '--version') === undefined
        ? `${PYTHON} has no openapi-python-client`
        : undefined,
    async build(folder, document) {
      writeFileSync(
        join(folder, 'config.yml'),
        'package_name_override: pix_client\npost_hooks: []\n',
      );
      const output = [
        '--output-path',
        join(folder, 'client'),
        '--config',
        join(folder, 'config.yml'),
      ];
      const words = ['-m', 'openapi_python_client', 'generate', '--path', document, ...output];
      // A warning says that an operation lost an answer.
      const { stdout, stderr } = await run(PYTHON, [...words, '--fail-on-warning']);
      assert.doesNotMatch(stdout + stderr, /warning/i);
      writeFileSync(join(folder, 'client', 'create.py'), PYTHON_PROGRAM);
      return [PYTHON, join(folder, 'client', 'create.py')];
    },
  },
  {
    name: 'Go, with openapi-generator',
    missing: () => missingGenerator('go', 'version'),
    async build(folder, document) {
      await generate('go', folder, document, ['--additional-properties=packageName=client']);
      rmSync(join(folder, 'client/go.mod'));
      rmSync(join(folder, 'client/test'), { recursive: true, force: true });
      writeFileSync(join(folder, 'go.mod'), 'module pix\n\ngo 1.18\n');
      writeFileSync(join(folder, 'main.go'), GO_PROGRAM);
      const program = join(folder, 'create');
      await run('go', ['build', '-o', program, '.'], { cwd: folder });
      return [program];
    },
  },
  {
    name: 'Go, with oapi-codegen and no options',
    missing: () => {
      if (OAPI_CODEGEN === '') return 'OAPI_CODEGEN names no oapi-codegen';
      return outputOf('go', 'version') === undefined ? 'go is not installed' : undefined;
    },
    async build(folder, document) {
      mkdirSync(join(folder, 'client'));
      const output = ['-package', 'client', '-o', join(folder, 'client/client.go')];
      await run(OAPI_CODEGEN, [...output, document]);
      writeFileSync(join(folder, 'go.mod'), 'module pix\n\ngo 1.25\n');
      writeFileSync(join(folder, 'main.go'), OAPI_CODEGEN_PROGRAM);
      await run('go', ['mod', 'tidy'], { cwd: folder });
      const program = join(folder, 'create');
      await run('go', ['build', '-o', program, '.'], { cwd: folder });
      return [program];
    },
  },
  {
    name: 'TypeScript, with openapi-typescript',
    missing: () => undefined,
    async build(folder, document) {
      const types = await renderTypes(JSON.parse(readFileSync(document, 'utf8')));
      writeFileSync(join(folder, 'api.d.ts'), types);
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      writeFileSync(join(folder, 'create.ts'), TYPESCRIPT_PROGRAM);
      await compile(join(folder, 'create.ts'));
      return [process.execPath, join(folder, 'create.ts')];
    },
  },
  {
    name: 'Java, with openapi-generator',
    missing: () => missingGenerator('javac', '--version'),
    async build(folder, document) {
      const more = 'openApiNullable=false,useJakartaEe=false';
      const settings = ['--library', 'native', `--additional-properties=${more}`];
      await generate('java', folder, document, settings);
      mkdirSync(join(folder, 'javax/annotation'), { recursive: true });
      writeFileSync(join(folder, 'javax/annotation/Generated.java'), JAVA_ANNOTATION);
      writeFileSync(join(folder, 'Create.java'), JAVA_PROGRAM);
      const sources = globSync('{client/src/main,javax}/**/*.java', { cwd: folder });
      const classes = join(folder, 'classes');
      const words = ['-nowarn', '-cp', JAR, '-d', classes, 'Create.java', ...sources];
      await run('javac', words, { cwd: folder });
      return ['java', '-cp', `${JAR}:${classes}`, 'Create'];
    },
  },
];

for (const { name, missing, build } of CLIENTS) {
  const skip = isSlowAllowed ? (missing() ?? false) : 'TEST_SLOW_TOOLCHAINS is not 1';
  test(`a client that is made of the API document creates a charge: ${name}`, {
    skip,
  }, async () => {
    assert.ok(gateway);
    const { keys } = await createMerchantWithKeys(gateway);
    const folder = mkdtempSync(join(FOLDER, 'client-'));
    const document = join(folder, 'openapi.json');
    writeFileSync(document, (await gateway.call('GET', '/openapi.json')).text);
    const [program = '', ...args] = await build(folder, document);
    const call = [...args, gateway.url, keys['client-id'], keys['client-secret']];
    const id = (await run(program, call)).stdout.trim();
    const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    assert.equal(body.amount, 9990);
  });
}

test('types that are made of the AsyncAPI document tell the events apart', {
  skip: !isSlowAllowed && 'TEST_SLOW_TOOLCHAINS is not 1',
}, async () => {
  assert.ok(gateway);
  const folder = mkdtempSync(join(FOLDER, 'events-'));
  const { body } = await gateway.call<{ components: { schemas: object } }>('GET', '/asyncapi.json');
  const { schemas } = body.components;
  const info = { title: 'webhooks', version: '1' };
  const types = await renderTypes({ openapi: '3.1.0', info, paths: {}, components: { schemas } });
  writeFileSync(join(folder, 'events.d.ts'), types);
  writeFileSync(join(folder, 'told.ts'), EVENTS_PROGRAM);
  await compile(join(folder, 'told.ts'));
});
