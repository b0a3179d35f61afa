import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { SignJWT, exportJWK, generateKeyPair } from "jose";
import { freePort } from "../../free-port.ts";
import { misbehave } from "../misbehave.ts";
import { clientAddress, gatewayRefusal } from "./gateway.ts";
import { type GotrueOptions, type GotrueServer, keyOf, projectKeys as keys } from "./gotrue-server.ts";

/**
 * Supabase Auth's own program (github.com/supabase/auth, `go build -o auth .` in its folder), behind a gateway that
 * translates the project's keys into tokens of its roles, like Supabase's. Its migrations run first: the schema `auth`
 * of `databaseUrl` must be empty. The settings are those of supabase/config.toml, without limits by address.
 */
export async function startAuthProgram(
  program: string,
  { databaseUrl, siteUrl, smtpUrl }: GotrueOptions,
): Promise<GotrueServer> {
  const signing = await generateKeyPair("ES256", { extractable: true });
  const kid = "only-on-this-machine";
  const tokenOf = (role: string) =>
    new SignJWT({ role }).setProtectedHeader({ alg: "ES256", kid }).setExpirationTime("1d").sign(signing.privateKey);
  const tokens = { publishable: await tokenOf("anon"), secret: await tokenOf("service_role") };
  const requests: GotrueServer["requests"] = [];
  const failures: unknown[] = [];
  let fault: { how: Parameters<GotrueServer["fail"]>[0]; path: string; left: number } | null = null;
  const port = await freePort();

  const gateway = http.createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      failures.push(error);
      response.destroy();
    });
  });
  gateway.listen(0, "127.0.0.1");
  await once(gateway, "listening");
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { pathname, search } = new URL(request.url ?? "/", url);
    const template = /^\/templates\/(\w+)\.html$/.exec(pathname)?.[1];
    if (template) return void response.end(await readFile(`supabase/templates/${template}.html`));
    const key = keyOf(request);
    const address = clientAddress(request, keys);
    const recorded = { line: `${request.method} ${request.url}`, key, clientAddress: address, status: 0 };
    requests.push(recorded);
    const sent = await text(request);
    if (fault?.how && pathname.includes(fault.path) && fault.left > 0) {
      fault.left -= 1;
      if (fault.how.how !== "slow") return misbehave(response, fault.how);
      await pause(fault.how.ms);
    }
    const refusal = gatewayRefusal(request, pathname, keys);
    if (refusal) {
      recorded.status = 401;
      return void response.writeHead(401, { "Content-Type": "application/json" }).end(JSON.stringify(refusal));
    }
    const answer = await fetch(`http://127.0.0.1:${port}${pathname.replace(/^\/auth\/v1/, "")}${search}`, {
      method: request.method ?? "GET",
      headers: forwarded(request, key, address),
      body: sent || null,
      redirect: "manual",
    });
    recorded.status = answer.status;
    const passedOn = ["content-type", "x-supabase-api-version", "location"].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    response.writeHead(answer.status, Object.fromEntries(passedOn)).end(Buffer.from(await answer.arrayBuffer()));
  }

  function forwarded(request: IncomingMessage, key: string, address: string): Record<string, string> {
    const { authorization = "", "content-type": type, "x-supabase-api-version": version } = request.headers;
    const ownKey = authorization === "" || authorization === `Bearer ${String(request.headers["apikey"])}`;
    const token = key === "secret" ? tokens.secret : tokens.publishable;
    return {
      Authorization: ownKey ? `Bearer ${token}` : authorization,
      ...(type ? { "Content-Type": type } : {}),
      ...(typeof version === "string" ? { "X-Supabase-Api-Version": version } : {}),
      ...(key === "secret" ? { "Sb-Forwarded-For": address } : {}),
    };
  }

  const jwk = { ...(await exportJWK(signing.privateKey)), kid, alg: "ES256", use: "sig", key_ops: ["sign", "verify"] };
  const environment = {
    ...(await mailSettings(smtpUrl, url)),
    DATABASE_URL: `${databaseUrl}?search_path=auth`,
    GOTRUE_DB_DRIVER: "postgres",
    DB_NAMESPACE: "auth",
    GOTRUE_API_HOST: "127.0.0.1",
    PORT: String(port),
    API_EXTERNAL_URL: url,
    GOTRUE_SITE_URL: siteUrl,
    GOTRUE_URI_ALLOW_LIST: `${siteUrl}/**`,
    GOTRUE_JWT_SECRET: "a secret that signs nothing on this machine",
    GOTRUE_JWT_KEYS: JSON.stringify([jwk]),
    GOTRUE_JWT_ISSUER: `${url}/auth/v1`,
    GOTRUE_JWT_AUD: "authenticated",
    GOTRUE_JWT_DEFAULT_GROUP_NAME: "authenticated",
    GOTRUE_JWT_EXP: "900",
    GOTRUE_EXTERNAL_EMAIL_ENABLED: "true",
    GOTRUE_PASSWORD_MIN_LENGTH: "6",
    GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: "true",
    GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: "10",
    GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED: "true",
    ...Object.fromEntries(
      ["EMAIL_SENT", "VERIFY", "TOKEN_REFRESH", "OTP"].map((name) => [`GOTRUE_RATE_LIMIT_${name}`, "1000000"]),
    ),
    LOG_LEVEL: "error",
  };
  const where = { cwd: dirname(program), env: { PATH: process.env["PATH"] ?? "", ...environment } };
  await promisify(execFile)(program, ["migrate"], where);
  const child: ChildProcess = spawn(program, ["serve"], { ...where, stdio: ["ignore", "ignore", "pipe"] });
  child.stderr?.setEncoding("utf8").on("data", (line: string) => failures.push(line));
  const ended = once(child, "exit");
  while (!(await fetch(`http://127.0.0.1:${port}/health`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`Supabase Auth did not start: ${failures.join("\n")}`);
    await pause(50);
  }

  return {
    ...keys,
    url,
    requests,
    failures,
    fail: (how, path = "", times = Number.POSITIVE_INFINITY) => void (fault = how && { how, path, left: times }),
    async close() {
      gateway.closeAllConnections();
      gateway.close();
      child.kill();
      await ended;
    },
  };
}

async function mailSettings(smtpUrl: string, templatesAt: string): Promise<Record<string, string>> {
  const { hostname, port, username, password } = new URL(smtpUrl);
  const config = await readFile("supabase/config.toml", "utf8");
  const subjectOf = (kind: string) =>
    new RegExp(`\\[auth\\.email\\.template\\.${kind}\\]\\nsubject = "([^"]+)"`).exec(config)?.[1] ?? "";
  return {
    GOTRUE_SMTP_HOST: hostname,
    GOTRUE_SMTP_PORT: port,
    GOTRUE_SMTP_USER: decodeURIComponent(username),
    GOTRUE_SMTP_PASS: decodeURIComponent(password),
    GOTRUE_SMTP_ADMIN_EMAIL: "noreply@mail.app.supabase.io",
    GOTRUE_SMTP_SENDER_NAME: "Supabase Auth",
    GOTRUE_SMTP_MAX_FREQUENCY: "60s",
    GOTRUE_MAILER_AUTOCONFIRM: "false",
    GOTRUE_MAILER_OTP_EXP: "3600",
    GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: "true",
    ...Object.fromEntries(
      ["confirmation", "recovery"].flatMap((kind) => [
        [`GOTRUE_MAILER_SUBJECTS_${kind.toUpperCase()}`, subjectOf(kind)],
        [`GOTRUE_MAILER_TEMPLATES_${kind.toUpperCase()}`, `${templatesAt}/templates/${kind}.html`],
      ]),
    ),
  };
}
