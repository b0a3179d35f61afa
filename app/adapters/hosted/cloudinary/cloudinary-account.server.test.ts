import { expect, test } from "vitest";
import { readCloudinaryUrl } from "./cloudinary-account.server.ts";

test("accepts an account URL as Cloudinary's console shows it", () => {
  expect(readCloudinaryUrl("cloudinary://123:se-cret_@my-cloud")).toEqual({
    cloud_name: "my-cloud",
    api_key: "123",
    api_secret: "se-cret_",
    upload_prefix: "https://api.cloudinary.com",
    signature_algorithm: "sha1",
    secure: true,
    private_cdn: false,
  });
});

test("accepts a delivery host and a data centre, as the SDK does", () => {
  const account = readCloudinaryUrl(
    "cloudinary://1:2@cloud/pictures.example.com?upload_prefix=https://api-eu.cloudinary.com/",
  );
  expect(account).toMatchObject({
    private_cdn: true,
    secure_distribution: "pictures.example.com",
    upload_prefix: "https://api-eu.cloudinary.com",
  });
});

test.for([
  ["not a URL", "my-secret"],
  ["another protocol", "https://123:my-secret@cloud"],
  ["no secret", "cloudinary://my-secret@cloud"],
  ["no cloud", "cloudinary://123:my-secret@"],
  ["an unknown setting", "cloudinary://123:my-secret@cloud?oauth_token=my-secret"],
  ["a prefix that is no address", "cloudinary://123:my-secret@cloud?upload_prefix=my-secret"],
])("refuses %s without repeating it", ([, url = ""]) => {
  expect(() => readCloudinaryUrl(url)).toThrow(/^CLOUDINARY_URL/);
  expect(() => readCloudinaryUrl(url)).not.toThrow(/my-secret/);
});
