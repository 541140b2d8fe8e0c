import type { Command } from 'commander';
import { EXIT } from '../failure.ts';
import { accountTools } from '../mcp/account-tools.ts';
import { guideTools } from '../mcp/guide-tools.ts';
import { createMcpServer } from '../mcp/mcp-server.ts';
import { payoutAndSalesTools } from '../mcp/payout-and-sales-tools.ts';
import { serveLines } from '../mcp/serve-lines.ts';
import { openSession, openWithoutKeys } from '../session.ts';
import { stopOnSignal } from '../signals.ts';
import { addCommand, type Context } from './command.ts';

interface McpOptions {
  readonly liveReads?: boolean;
}

export function addMcp(program: Command): void {
  addCommand<McpOptions>(program, {
    name: 'mcp',
    summary: 'Serve o gateway a um agente de programação, pela entrada e saída padrão (MCP)',
    options: [
      { flags: '--live-reads', about: 'permite ler com uma chave de produção; mudar, nunca' },
    ],
    examples: [
      ['pix mcp', 'com as chaves do sandbox, do pix login ou das variáveis'],
      ['pix mcp --profile loja', 'com as chaves de um perfil'],
    ],
    notes:
      'Quem inicia o comando é o agente: o guia diz como configurá-lo. Sem --live-reads, só\n' +
      'chaves de teste. O que muda algo só aceita chaves de teste, sempre.',
    run: serve,
  });
}

async function serve({ sessionOptions }: Context, { liveReads }: McpOptions): Promise<number> {
  const server = createMcpServer({
    tools: [...accountTools, ...payoutAndSalesTools, ...guideTools],
    session: () => openSession(sessionOptions),
    guideSession: () => openWithoutKeys(sessionOptions),
    allowsLiveReads: liveReads === true,
  });
  const { stdin: input, stdout: output } = process;
  await serveLines(server, { input, output, signal: stopOnSignal() });
  return EXIT.ok;
}
