import { BRAND_STYLE_PATH } from '#src/ground/brand/brand-style.ts';
import { brazilianTime } from '#src/ground/brazilian-days.ts';
import { isoTime } from '#src/ground/clock.ts';
import { readPageAsset } from '#src/ground/http/fixed-content.ts';
import { type Html, html, NOTHING } from '#src/ground/http/html.ts';
import type { Language } from '#src/ground/http/language.ts';
import { PUBLIC_STYLE, publicPage } from '#src/ground/http/public-page.ts';
import {
  type IncidentUpdate,
  STATUS_PARTS,
  type StatusPart,
  type ToldIncident,
} from '../incident.ts';
import type { Status } from '../read-status.ts';
import { type PartState, worstOf } from '../status.ts';
import { measureText } from './measure-text.ts';
import type { StatusFrame } from './status-frame.ts';
import { statusTexts } from './status-texts.ts';

const SECONDS_LENGTH = 3;
// English months are words, because countries differ in the order of day and month.
const englishFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** The page's style sheet, served without a build. */
export const statusStyle = readPageAsset(
  new URL('./browser/', import.meta.url),
  'status.css',
  '/status/assets',
  PUBLIC_STYLE,
);

/** The page with the state of each part and the last incidents. */
export function statusPage(frame: StatusFrame, status: Status): string {
  const texts = statusTexts[frame.language];
  const { states, incidents, at } = status;
  const overall = STATUS_PARTS.map((part) => states[part]).reduce(worstOf, 'unknown');
  const hasOpen = (incidents?.open.length ?? 0) > 0;
  const text = hasOpen && overall !== 'down' ? texts.openOverall : texts.overall[overall];
  const state = hasOpen ? worstOf(overall, 'degraded') : overall;
  const content = html`<h1>${texts.title}</h1>
<p class="overall ${state}" role="status">${text}</p>
<p class="quiet">${texts.measuredAt(timeText(at, frame.language))}
<a href="/status">${texts.reload}</a></p>
${hasOpen ? openSection(frame, incidents?.open ?? []) : NOTHING}
<h2>${texts.parts}</h2>
<ul class="parts">${STATUS_PARTS.map((part) => partRow(frame, status, part))}</ul>
<h2>${texts.resolvedTitle}</h2>${resolvedList(frame, incidents?.resolved)}`;
  return documentOf(frame, texts.title, content);
}

/** A notice instead of the status, such as too many visits. */
export function statusNoticePage(frame: StatusFrame, title: string, explained: string): string {
  return documentOf(frame, title, html`<h1>${title}</h1><p>${explained}</p>`);
}

function partRow(frame: StatusFrame, status: Status, part: StatusPart): Html {
  const texts = statusTexts[frame.language];
  const state = status.states[part];
  const isPaused = part === 'payouts' && status.measures.arePayoutsStopped === true;
  const name = isPaused && state === 'down' ? texts.stopped : texts.states[state];
  return html`<li><div><strong>${texts.partNames[part]}</strong>${stateMark(state, name)}</div>
<p class="quiet">${measureText(frame, status, part)}</p></li>`;
}

function stateMark(state: PartState, name: string): Html {
  return html`<span class="state ${state}">${name}</span>`;
}

function openSection(frame: StatusFrame, open: readonly ToldIncident[]): Html {
  return html`<h2>${statusTexts[frame.language].openTitle}</h2>${incidentList(frame, open)}`;
}

function resolvedList(frame: StatusFrame, resolved: readonly ToldIncident[] | undefined): Html {
  const { noneResolved, unknownIncidents } = statusTexts[frame.language];
  if (resolved === undefined) return html`<p>${unknownIncidents}</p>`;
  return resolved.length === 0 ? html`<p>${noneResolved}</p>` : incidentList(frame, resolved);
}

function incidentList(frame: StatusFrame, incidents: readonly ToldIncident[]): Html {
  const cards = incidents.map((incident) => incidentCard(frame, incident));
  return html`<div class="incidents">${cards}</div>`;
}

function incidentCard({ language }: StatusFrame, incident: ToldIncident): Html {
  const texts = statusTexts[language];
  const { parts, impact, openedAt, resolvedAt, updates } = incident;
  const title = inLanguage(language, incident.title, incident.titleEn);
  const names = parts.map((part) => texts.partNames[part]).join(', ');
  const from = texts.from(timeText(openedAt, language));
  const until = resolvedAt === null ? '' : ` · ${texts.until(timeText(resolvedAt, language))}`;
  return html`<article><h3${title.mark}>${title.text}</h3>
<p class="quiet">${names} · ${texts.impacts[impact]}<br>${from}${until}</p>
<ol>${updates.map((update) => updateRow(language, update))}</ol></article>`;
}

function updateRow(language: Language, update: IncidentUpdate): Html {
  const texts = statusTexts[language];
  const { stage, createdAt } = update;
  const message = inLanguage(language, update.message, update.messageEn);
  return html`<li class="update"><p class="when"><strong>${texts.stages[stage]}</strong> ·
<time datetime="${isoTime(createdAt)}">${timeText(createdAt, language)}</time></p>
<p class="message"${message.mark}>${message.text}</p></li>`;
}

/** A text in the page's language, or in Portuguese with a mark for screen readers. */
function inLanguage(
  language: Language,
  portuguese: string,
  english: string | null,
): { readonly text: string; readonly mark: Html } {
  if (language !== 'en') return { text: portuguese, mark: NOTHING };
  if (english !== null) return { text: english, mark: NOTHING };
  return { text: portuguese, mark: html` lang="pt-BR"` };
}

function timeText(at: number, language: Language): string {
  return language === 'en' ? englishFormat.format(at) : brazilianTime(at).slice(0, -SECONDS_LENGTH);
}

function documentOf(frame: StatusFrame, title: string, content: Html): string {
  const { language, productName, supportUrl } = frame;
  const { support } = statusTexts[language];
  const help = supportUrl === undefined ? NOTHING : html` · <a href="${supportUrl}">${support}</a>`;
  return publicPage({
    language,
    title: `${title} · ${productName}`,
    style: statusStyle.path,
    head: html`<link rel="stylesheet" href="${BRAND_STYLE_PATH}">`,
    content: html`<main>${content}</main>`,
    footer: html`<footer>${productName}${help}</footer>`,
  });
}
