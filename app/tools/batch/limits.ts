/** docs/product/decisions.md, "Gems and payments"; the database allows no more. */
export const maxBatchPhotos = 10;
