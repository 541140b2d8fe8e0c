/**
 * Stands where something may come whose data is still loading. What is below it on the page is
 * shown afterwards (`panel.css`), so that nothing moves.
 */
export function Awaited() {
  return <div className="awaited" hidden />;
}
