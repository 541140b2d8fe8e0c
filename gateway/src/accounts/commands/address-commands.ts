import type { Command } from 'commander';
import { commandActor } from '#src/ground/access/actor.ts';
import type { Answer } from '#src/ground/commands/answer.ts';
import { answer, lines } from '#src/ground/commands/session.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { readAddress, setAddress } from '../merchants/address/manage-address.ts';
import { findMerchant } from '../merchants/find-merchant.ts';
import type { AddressData } from '../merchants/kyc/kyc-application.ts';
import { addressView } from '../merchants/kyc/kyc-view.ts';

interface AddressOptions {
  readonly postalCode?: string;
  readonly street?: string;
  readonly number?: string;
  readonly complement?: string;
  readonly district?: string;
  readonly city?: string;
  readonly state?: string;
}

const EMPTY: AddressData = {
  postalCode: null,
  street: null,
  streetNumber: null,
  complement: null,
  district: null,
  city: null,
  state: null,
};

/** `merchant address`. */
export function addAddressCommand(merchant: Command): void {
  merchant
    .command('address <username>')
    .description('mostra o endereço de um lojista, ou o altera; o que é omitido não muda')
    .option('--postal-code <cep>', 'CEP')
    .option('--street <logradouro>', 'rua ou avenida')
    .option('--number <número>', 'número')
    .option('--complement <complemento>', 'complemento; vazio apaga')
    .option('--district <bairro>', 'bairro')
    .option('--city <cidade>', 'cidade')
    .option('--state <uf>', 'UF')
    .action((username: string, options: AddressOptions, command: Command) =>
      answer(command, (context) => addressOf(context, username, options)),
    );
}

async function addressOf(
  { database, clock }: GatewayContext,
  username: string,
  { number: streetNumber, ...options }: AddressOptions,
): Promise<Answer> {
  const found = await findMerchant(database, username);
  const before = (await readAddress(database, found.merchantId)) ?? EMPTY;
  const change = { ...options, ...(streetNumber !== undefined && { streetNumber }) };
  const isRead = Object.keys(change).length === 0;
  const address = isRead
    ? before
    : await setAddress({ database, clock }, found, { ...before, ...change }, commandActor);
  const json = { username, ...addressView(address) };
  return { json, text: lines(json) };
}
