export function testPacking(): void {}
