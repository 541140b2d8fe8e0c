/** The page that gives a key to the command `pix login`. */
export const texts = {
  description:
    'O comando pix login mostra um código. Digite-o aqui para dar uma chave ao terminal.',
  code: 'Código',
  codeHint: 'Oito letras. Digite só um código que o seu próprio terminal mostra.',
  next: 'Continuar',
  warning:
    'Quem recebe a chave age em nome da sua conta. Confirme só se você mesmo executou pix login nesta máquina.',
  client: 'Pedido por',
  address: 'Endereço IP',
  validUntil: 'Vale até',
  environment: 'Ambiente da chave',
  environments: {
    test: 'Teste: sem dinheiro de verdade',
    live: 'Produção: a chave só consulta, e não altera nada',
  },
  name: 'Nome da chave',
  approve: 'Dar a chave ao terminal',
  deny: 'Recusar',
  ends: {
    approved: 'Pronto. O terminal recebe a chave em alguns segundos; você pode fechar esta página.',
    denied: 'Recusado. O terminal não recebe chave nenhuma.',
  },
  notAllowed: 'Só quem pode criar chaves confirma um terminal. Peça a um titular da conta.',
  sandbox:
    'A conta de demonstração usa uma chave pública. Em localhost, o comando pix já a usa sem login.',
};
