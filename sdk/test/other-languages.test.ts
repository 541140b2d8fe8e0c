import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { createMerchantWithKeys, startGateway, until } from '../../gateway/test/support/gateway.ts';
import { freePort } from '../../gateway/test/support/gateway-process.ts';
import { assertPassesExam, secretFor } from '../../gateway/test/support/webhook-exam.ts';
import { outputOf, SDK } from './support/languages.ts';

const GUIDE = join(SDK, '../docs/guia/outras-linguagens.md');
const SECRET = 'whsec_sandbox_publico';
const FOLDER = mkdtempSync(join(tmpdir(), 'pix-gateway-languages-'));
after(() => rmSync(FOLDER, { recursive: true, force: true }));
const gateway = await startGateway({ after });

interface Toolchain {
  readonly language: string;
  /** The word at the code block of the guide, and the name of its file. */
  readonly block: string;
  readonly file: string;
  /** The command that prints the version. */
  readonly version: readonly string[];
  readonly command: (folder: string, port: number) => readonly string[];
  /** Files beside the one of the guide, by name. */
  readonly beside?: Readonly<Record<string, string>>;
  /** A first build takes half a minute. */
  readonly isSlow?: boolean;
}

// Serves the Rack application of the guide without Rack.
const RACK = `require 'socket'
require 'stringio'
def run(app) = $app = app
load File.join(__dir__, 'config.ru')
server = TCPServer.new('127.0.0.1', Integer(ARGV[0]))
loop do
  client = server.accept
  client.gets
  headers = {}
  while (line = client.gets.to_s.chomp) != ''
    name, value = line.split(': ', 2)
    headers[name.downcase] = value
  end
  body = client.read(headers['content-length'].to_i)
  env = { 'HTTP_X_SERVICE_SIGNATURE' => headers['x-service-signature'],
          'rack.input' => StringIO.new(body) }
  client.write("HTTP/1.1 #{$app.call(env).first} x\\r\\n")
  client.write("content-length: 0\\r\\nconnection: close\\r\\n\\r\\n")
  client.close
end
`;

const PROJECT = `<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup>
<TargetFramework>net8.0</TargetFramework><RollForward>Major</RollForward>
<Nullable>enable</Nullable><ImplicitUsings>enable</ImplicitUsings>
</PropertyGroup></Project>`;

const TOOLCHAINS: readonly Toolchain[] = [
  {
    language: 'Go',
    block: 'go',
    file: 'receiver.go',
    version: ['go', 'version'],
    command: (folder) => ['go', 'run', join(folder, 'receiver.go')],
    isSlow: true,
  },
  {
    language: 'Java',
    block: 'java',
    file: 'Receiver.java',
    version: ['java', '--version'],
    command: (folder) => ['java', join(folder, 'Receiver.java')],
  },
  {
    language: 'Ruby',
    block: 'ruby',
    file: 'config.ru',
    version: ['ruby', '--version'],
    command: (folder, port) => ['ruby', join(folder, 'rack.rb'), String(port)],
    beside: { 'rack.rb': RACK },
  },
  {
    language: '.NET',
    block: 'csharp',
    file: 'Program.cs',
    version: ['dotnet', '--version'],
    command: (folder) => ['dotnet', 'run', '--project', folder],
    beside: { 'receiver.csproj': PROJECT },
    isSlow: true,
  },
];

for (const toolchain of TOOLCHAINS) {
  test(
    `the receiver of the guide passes the webhook exam: ${toolchain.language}`,
    {
      skip: whyNot(toolchain) ?? false,
    },
    (context) => runReceiver(context, toolchain),
  );
}

function whyNot({ version: [command = '', ...args], isSlow }: Toolchain): string | undefined {
  if (outputOf(command, ...args) === undefined) return `${command} is not installed`;
  if (isSlow && process.env.TEST_SLOW_TOOLCHAINS !== '1') return 'TEST_SLOW_TOOLCHAINS is not 1';
  return undefined;
}

async function runReceiver(context: TestContext, toolchain: Toolchain): Promise<void> {
  const port = await freePort();
  const folder = mkdtempSync(join(FOLDER, 'receiver-'));
  const blocks = new RegExp(`^\`\`\`${toolchain.block}\n([\\s\\S]*?)^\`\`\`$`, 'm');
  const [, code = ''] = blocks.exec(readFileSync(GUIDE, 'utf8')) ?? [];
  const url = `http://127.0.0.1:${port}/webhooks`;
  const { keys } = await createMerchantWithKeys(gateway);
  const program = code.replace(SECRET, await secretFor(gateway, keys, url));
  assert.notEqual(program, code);
  writeFileSync(join(folder, toolchain.file), program.replaceAll('4000', String(port)));
  for (const [name, text] of Object.entries(toolchain.beside ?? {})) {
    writeFileSync(join(folder, name), text);
  }
  const [command = '', ...args] = toolchain.command(folder, port);
  // In a group of its own: `go run` and `dotnet run` start the receiver as another process.
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  context.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-Number(child.pid), 'SIGKILL');
    await once(child, 'exit');
  });
  const send = (signature: string) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-signature': signature },
      body: '{}',
    }).then(({ status }) => status);
  await until('the receiver listens', () => send('').catch(() => undefined), 120_000);
  assert.deepEqual([await send('t=agora,v1=00'), await send('')], [401, 401]);
  await assertPassesExam(gateway, keys, url);
}
