export { texts as menu } from '#texts/menu.ts';
