/** The values of this gateway in the samples of the reference. */
export interface SampleSettings {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}
