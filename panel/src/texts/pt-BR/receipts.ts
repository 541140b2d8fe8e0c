export const texts = {
  download: 'Comprovante',
  ofRefund: 'Comprovante (PDF)',
  column: 'Comprovante',
};
