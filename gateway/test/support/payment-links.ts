export const PAYER = { name: 'Maria Silva', document: '123.456.789-09', email: '' };

/** A payment link as the API answers it. */
export interface Link {
  id: string;
  url: string;
  [field: string]: unknown;
}

/** Visitors without an account, who open links and send their forms. */
export function createPayers(gatewayUrl: string, firstAddress = 0) {
  let addresses = firstAddress;

  /** A visitor with an address of its own: opens the page of a link, and sends its form. */
  function visitor(address = `198.51.100.${++addresses}`) {
    const from = { 'x-forwarded-for': address };
    return {
      async open(link: Link, headers = {}) {
        const answer = await fetch(gatewayUrl + link.url, { headers: { ...from, ...headers } });
        return { status: answer.status, headers: answer.headers, text: await answer.text() };
      },
      async token(link: Link): Promise<string> {
        const { text } = await this.open(link);
        return /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
      },
      async send(link: Link, form: Record<string, string>) {
        const answer = await fetch(gatewayUrl + link.url, {
          method: 'POST',
          redirect: 'manual',
          headers: from,
          body: new URLSearchParams(form),
        });
        const { status } = answer;
        const location = answer.headers.get('location') ?? '';
        // After faults the browser is sent to the page of the link, with the form in a cookie.
        const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
        const hasFaults = location === link.url;
        const text = hasFaults ? (await this.open(link, { cookie })).text : await answer.text();
        const chargeId = /^\/pagar\/(.+)$/.exec(location)?.[1];
        return { status, hasFaults, chargeId, text, headers: answer.headers };
      },
      async buy(link: Link, form: Record<string, string> = {}) {
        return this.send(link, { ...PAYER, token: await this.token(link), ...form });
      },
    };
  }

  return { visitor };
}
