const FOOTER = '\n\nIf it was not you, ignore this e-mail: nothing will change.\n';

/** The mails of `user-mails.ts` in English. */
export const USER_MAILS_IN_ENGLISH = {
  confirmEmail: (appUrl: string, token: string) => ({
    subject: 'Confirm your e-mail',
    text: `To activate your access to the panel, confirm your e-mail.
The link is valid for 24 hours:

${appUrl}/confirmar-email#${token}${FOOTER}`,
  }),
  alreadyRegistered: (appUrl: string) => ({
    subject: 'You already have an account',
    text: `We received a sign-up with this e-mail, but it already has an account.

Log in at ${appUrl}/entrar. If you forgot your password, create a new one at:

${appUrl}/esqueci-a-senha${FOOTER}`,
  }),
  resetPassword: (appUrl: string, token: string) => ({
    subject: 'Create a new password',
    text: `To create a new password, open the link below.
It is valid for 1 hour and can be used once:

${appUrl}/nova-senha#${token}${FOOTER}`,
  }),
  confirmEmailChange: (appUrl: string, newEmail: string, token: string) => ({
    subject: 'Allow the change of your e-mail',
    text: `We received a request to change the e-mail of your account to ${newEmail}.

To allow it, open the link below. It is valid for 24 hours:

${appUrl}/confirmar-email#${token}

If it was not you, do not open the link, and change your password.
`,
  }),
  passwordChanged: (appUrl: string) => ({
    subject: 'Your password was changed',
    text: `The password of your account was changed and the other sessions were ended.

If it was not you, ${resetNow(appUrl)}.
`,
  }),
  secondFactorReplaced: (appUrl: string, email: string) => ({
    subject: 'Two-step verification replaced',
    text: `The two-step verification of ${email} was turned off and on again.
For safety, this access can move production money only 24 hours from now.

If you don't recognise this change, stop payouts in the panel and contact support. If the
account is yours, ${resetNow(appUrl)}.
`,
  }),
  secondFactorChanged: (appUrl: string, isEnabled: boolean) => ({
    subject: `Two-step verification turned ${isEnabled ? 'on' : 'off'}`,
    text: `The two-step verification of your account was turned ${isEnabled ? 'on' : 'off'}.

If it was not you, ${resetNow(appUrl)} and contact support.
`,
  }),
};

function resetNow(appUrl: string): string {
  return `create a new password now at ${appUrl}/esqueci-a-senha`;
}
