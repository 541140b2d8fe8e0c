export const kyc = {
  title: 'kyc',
};
