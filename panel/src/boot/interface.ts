// The second step of the start: the parts of the interface that most pages show.
export { MantineProvider } from '@mantine/core';
