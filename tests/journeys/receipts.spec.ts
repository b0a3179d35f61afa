import { buyPackage } from "./buy-package.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { test } from "./product.ts";

test("a receipt is accessible in both themes, on phones and wide screens", async ({
  page,
  product,
  member: _member,
}) => {
  await buyPackage(page, product, "starter");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await expectAccessible(page);
    }
  }
});
