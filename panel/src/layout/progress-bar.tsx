import { useRouterState } from '@tanstack/react-router';

/** A bar at the top while the next page is loading; panel.css shows it after 200 ms. */
export function ProgressBar() {
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' });
  return <div className="progress-bar" data-loading={isLoading} aria-hidden />;
}
