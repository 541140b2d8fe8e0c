export const texts = {
  download: 'Receipt',
  ofRefund: 'Receipt (PDF)',
  column: 'Receipt',
};
