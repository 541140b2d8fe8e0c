// What every page shows when the browser has nothing to do after its first load: one file, because
// on a slow network one more request costs more than code.
export { Bell } from './bell.tsx';
export { MenuCount } from './menu-count.tsx';
export { Overlays } from './overlays.tsx';
export { UserMenu } from './user-menu.tsx';
