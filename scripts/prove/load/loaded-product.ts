import { sql, type Kysely } from "kysely";
import type { DB } from "../../../app/server/database/types.ts";
import type { HostedServices } from "../../../tests/servers/hosted-services.ts";
import type { Closing } from "../../measure/closing.ts";
import { openFaultyProduct } from "../faults/faulty-product.ts";
import type { Account } from "../product/new-account.ts";
import { type ProductProcess, productProcess } from "../product/product-process.ts";
import type { Visitor } from "../product/visitor.ts";

export interface LoadedProduct {
  url: string;
  kysely: Kysely<DB>;
  services: HostedServices;
  /** Can be asked what it uses. */
  web: ProductProcess;
  /** How many jobs have not been begun. */
  waiting(): Promise<number>;
}

/** The hosted product with nothing disturbed; its web process is probed. */
export async function openLoadedProduct(closing: Closing): Promise<LoadedProduct> {
  const { url, services, kysely, web, environment } = await openFaultyProduct(closing);
  await web.stop();
  // Straight to its services: a line that could be disturbed passes each packet through this very process. No line per
  // request either: what is measured is not the pipe that would carry them.
  const direct = { ...environment, ...services.environment, LOG_LEVEL: "error" };
  const probed = productProcess("web", direct, { probed: true });
  closing.add(probed.kill);
  await probed.start();
  return {
    url,
    kysely,
    services,
    web: probed,
    async waiting() {
      const { rows } = await sql<{ count: string }>`select count(*) from public.transformations
        where status = 'processing' and started_at is null`.execute(kysely);
      return Number(rows[0]?.count ?? 0);
    },
  };
}

interface Queueing {
  account: Account;
  visitor: Visitor;
  photo: Blob;
  count: number;
}

/** How long the model takes: jobs go on being worked on while it is measured, and most of them wait. */
const modelMs = 3_000;

/** Has one transformation asked for as a member does, and as many more as rows and jobs of the same kind. */
export async function addQueuedJobs(
  { kysely, services }: LoadedProduct,
  { account, visitor, photo, count }: Queueing,
): Promise<void> {
  services.gemini.behave({ how: "make", make: "jpeg", afterMs: modelMs });
  const form = new FormData();
  form.set("image", photo, "photo.jpg");
  const draft = await visitor.post("/surprise-me", form);
  await draft.arrayBuffer();
  const { id: photoId } = await kysely
    .selectFrom("photos")
    .select("id")
    .where("user_id", "=", account.id)
    .executeTakeFirstOrThrow();
  await sql`with asked as (
      insert into public.transformations (user_id, tool, recipe, original_name, original_photo_id, original_url, idempotency_key)
      select ${account.id}::uuid, 'surprise-me', '{"tool": "surprise-me"}', 'photo', ${photoId}::uuid,
        ${`/images/${photoId}/full`}, 'queued ' || n
      from generate_series(1, ${count}::int) as n returning id
    ), held as (
      select public.deduct_coins_for_transformation(${account.id}::uuid, id, 1) from asked
    )
    insert into pgboss.job (name, data) select 'transformations',
      jsonb_build_object('transformationId', id, 'memberId', ${account.id}::text) from asked, (select count(*) from held) as done`.execute(
    kysely,
  );
}
