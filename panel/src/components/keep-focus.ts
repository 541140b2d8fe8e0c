/** An element that had the focus, with the elements around it, the innermost first. */
type Trail = readonly [HTMLElement, ...Element[]];

/** Dialogs and menus stand above the page: after them the focus goes to what had it below. */
const LAYER = '[role=dialog], [role=alertdialog], [role=menu]';
/** Parts of a page that a heading names. */
const PART = 'section, main, [role=dialog], [role=alertdialog]';
const CHANGES = {
  childList: true,
  subtree: true,
  attributeFilter: ['disabled', 'hidden', 'style'],
};
/** Dialogs return the focus themselves, and new pages take it: this is later than both. */
const LATER_MS = 50;

/** What had the focus last: on the page, and in each dialog above it. */
let trails: readonly Trail[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Gives the focus a place whenever what had it is removed, hidden or turned off, for example by an
 * action that succeeded: the button below a dialog, otherwise the heading of the part of the page.
 * Without it the focus would be at the beginning of the document, where a keyboard starts anew.
 */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) remember(target);
  });
  document.addEventListener('pointerdown', () => {
    // After a press beside all that takes the focus the person has left the field.
    setTimeout(() => {
      if (hasNoPlace() && isAble(trails.at(-1)?.[0])) trails = [];
    });
  });
  new MutationObserver(() => {
    if (timer === undefined) timer = setTimeout(giveBack, LATER_MS);
  }).observe(document.body, CHANGES);
}

function remember(element: HTMLElement): void {
  const layer = element.closest(LAYER);
  const isOfLayer = ([other]: Trail) => other.closest(LAYER) === layer;
  const same = trails.findIndex(isOfLayer);
  trails = [...(same === -1 ? trails : trails.slice(0, same)), trailOf(element)];
}

function trailOf(element: HTMLElement): Trail {
  const around: Element[] = [];
  for (let one = element.parentElement; one; one = one.parentElement) around.push(one);
  return [element, ...around];
}

function giveBack(): void {
  timer = undefined;
  if (!hasNoPlace()) return;
  for (const trail of trails.toReversed()) {
    const [own] = trail;
    // A button that waits for an answer is turned off, and on again with it.
    if (own.isConnected && own.dataset.loading === 'true') return;
    const place = isAble(own) ? own : headingNear(trail);
    if (!place) continue;
    if (place !== own) place.tabIndex = -1;
    // The heading of a new page follows that of the old one, and the address may name a lower part.
    place.focus({ preventScroll: place === own || own.tagName === 'H1' });
    return;
  }
}

function hasNoPlace(): boolean {
  return document.hasFocus() && document.activeElement === document.body;
}

function isAble(element: Element | undefined): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    element.isConnected &&
    !element.matches(':disabled') &&
    element.checkVisibility({ visibilityProperty: true })
  );
}

/** The heading of the innermost part of the page that is still there. */
function headingNear(trail: Trail): HTMLElement | undefined {
  for (const part of trail) {
    if (!part.isConnected || !part.matches(PART)) continue;
    const heading = [...part.querySelectorAll('h1, h2, h3')].find(isAble);
    const place = heading ?? part;
    if (isAble(place)) return place;
  }
  return undefined;
}
