const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });

/** The day of an instant in Brasília, as date fields and the gateway write it: `2026-11-20`. */
export function brasiliaDay(at: Date | number): string {
  return format.format(at);
}
