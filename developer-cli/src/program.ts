import type { Command } from 'commander';
import { PortugueseCommand } from '../../gateway/src/host/cli/portuguese-command.ts';
import { addCharge, addSplitPreview } from './commands/charge.ts';
import { addCompletion } from './commands/completion.ts';
import { addDecode } from './commands/decode.ts';
import { addEvents } from './commands/events.ts';
import { addExamBank } from './commands/exam-bank.ts';
import { addListen } from './commands/listen.ts';
import { addLogin } from './commands/login.ts';
import { addMcp } from './commands/mcp.ts';
import { addPay } from './commands/pay.ts';
import { addSubscribe } from './commands/subscribe.ts';
import { addTail } from './commands/tail.ts';
import { addTrigger } from './commands/trigger.ts';
import { addVerify } from './commands/verify.ts';
import { version } from './version.ts';

const NOTES = `
Em dois minutos, com o gateway em localhost:3000:
  pix listen --forward-to 4000     # entrega os eventos ao seu servidor
  pix trigger deposit.paid         # noutro terminal: uma cobrança paga

Gateway e chaves, nesta ordem: opções, variáveis (PIX_URL, PIX_CLIENT_ID, PIX_CLIENT_SECRET,
PIX_PROFILE), o perfil do pix login e, em localhost, as chaves públicas do sandbox.

Códigos de saída: 0 certo; 1 erro inesperado; 2 uso errado; 3 o gateway não responde; 4 chaves
ausentes, recusadas ou sem permissão; 5 recusado pelo gateway; 6 a conferência falhou, a cobrança
não foi paga, a assinatura não foi autorizada, ou um evento não foi entregue; 7 o prazo acabou.`;

/**
 * Builds the commands of `pix`, with help and messages in Portuguese.
 * @param isJson whether a wrong use is told as JSON, so that nothing else may be written about it
 */
export function buildProgram(isJson = false): Command {
  const program = new PortugueseCommand('pix')
    .description(
      'Para quem integra o pix-gateway: webhooks em localhost, pagamentos de teste, eventos.',
    )
    .version(version, '-V, --version', 'mostra a versão')
    .helpOption('-h, --help', 'mostra a ajuda')
    .helpCommand('help [comando]', 'mostra a ajuda de um comando')
    .configureHelp({ showGlobalOptions: false })
    .addHelpText('after', NOTES)
    .exitOverride();
  if (isJson) program.configureOutput({ writeErr: () => {} });
  addLogin(program);
  addListen(program);
  addTrigger(program);
  addCharge(program);
  addPay(program);
  addSubscribe(program);
  addTail(program);
  addEvents(program);
  addVerify(program);
  addDecode(program);
  addSplitPreview(program);
  addExamBank(program);
  addMcp(program);
  addCompletion(program);
  return program;
}
