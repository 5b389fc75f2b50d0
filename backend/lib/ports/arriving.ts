/** How a file comes from somebody without an account, by a private link; the area `uploads` does it for others. */
import type { UploadPurpose } from '#domain/upload-purposes.ts';
import type { Arriving } from '../work/bind.ts';
import type { Ctx, PublicCtx } from '../work/context.ts';

export interface Coming {
  companyId: number;
  linkId: number;
  purpose: UploadPurpose;
  name: string;
  /** As whom it is kept. */
  inside<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>;
  /** It sets out while so many others of its link are on their way; throws where there is no place for it. */
  setOut(ctx: Ctx, travelling: number): Promise<void>;
  /** It is here, in the transaction by which it counts; what this throws refuses it. */
  landed(ctx: Ctx, uploadId: number): Promise<void>;
}

/** Takes the file that is arriving; throws what `setOut` and `landed` throw, and `invalid` for a file that is not accepted. */
export type TakeArriving = (call: PublicCtx, file: Arriving, coming: Coming) => Promise<void>;
