import type { Brand } from '#src/ground/brand/brand.ts';
import type { AccountHolder } from '#src/ground/config/bank-config.ts';
import type { Wording } from './page-language.ts';

/** How a page is shown. */
export interface PageView extends Wording {
  /** Shown in a frame of the merchant's page: without the footer and background. */
  readonly isEmbedded: boolean;
}

/** How the page of a charge is shown. */
export interface View extends PageView {
  readonly now: number;
  /** The recipient that payers' banks show; undefined when it is not configured. */
  readonly accountHolder: AccountHolder | undefined;
  /** The platform; its name is shown below the charge unless it is the default. */
  readonly platform: Brand;
  /** Set for the preview of the panel: the images, which no charge has. */
  readonly preview?: { readonly image: string; readonly logo: string };
}
