import { Alert, Anchor, Text } from '@mantine/core';
import { api } from '#panel/api/client.ts';
import { IconAlertTriangle } from '#panel/icons.ts';
import { language } from '#panel/texts/language.ts';
import { texts } from '#texts/incidents.ts';

const ASK_AGAIN = { refetchInterval: 60_000 };

/** Tells merchants of each open incident, above every page. */
export function IncidentBanner() {
  const incidents = api.useQuery('get', '/api/panel/incidents', {}, ASK_AGAIN);
  return incidents.data?.data.map(({ id, title, title_en: english, last_update: last }) => (
    <Alert
      key={id}
      mb="lg"
      color="red"
      variant="outline"
      icon={<IconAlertTriangle size={18} />}
      title={texts.bannerTitle(textOf(title, english))}
    >
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {textOf(last.message, last.message_en)}{' '}
        <Anchor href="/status" target="_blank" rel="noreferrer" inherit underline="always">
          {texts.bannerLink}
        </Anchor>
      </Text>
    </Alert>
  ));
}

function textOf(portuguese: string, english: string | null): string {
  return language === 'en' ? (english ?? portuguese) : portuguese;
}
