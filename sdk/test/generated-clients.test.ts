import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { createMerchantWithKeys, startGateway } from '../../gateway/test/support/gateway.ts';
import { outputOf, PYTHON } from './support/languages.ts';

/**
 * Clients that others' generators make of the API document: the code compiles, and it creates a
 * charge. `OPENAPI_GENERATOR_JAR` names the command line of openapi-generator, whose own packages
 * are enough to compile and to run what it makes for Java.
 */
const JAR = process.env.OPENAPI_GENERATOR_JAR ?? '';
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
