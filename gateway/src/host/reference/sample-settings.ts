/** What the samples of the reference contain of this gateway. */
export interface SampleSettings {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}
