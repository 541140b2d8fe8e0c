import { Alert, Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle } from '#panel/icons.ts';
import { language } from '#panel/texts/language.ts';
import { texts } from '#texts/layout.ts';
import { incidentsQuery } from './frame-queries.ts';

/** Tells merchants of each open incident, above every page. */
export function IncidentBanner() {
  const incidents = useQuery(incidentsQuery);
  return incidents.data?.data.map(({ id, title, title_en: english, last_update: last }) => (
    <Alert
      key={id}
      mb="lg"
      color="red"
      variant="outline"
      icon={<IconAlertTriangle size={18} />}
      title={texts.incidentTitle(textOf(title, english))}
    >
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {textOf(last.message, last.message_en)}{' '}
        <Anchor href="/status" target="_blank" rel="noreferrer" inherit underline="always">
          {texts.incidentLink}
        </Anchor>
      </Text>
    </Alert>
  ));
}

function textOf(portuguese: string, english: string | null): string {
  return language === 'en' ? (english ?? portuguese) : portuguese;
}
