"""The eight outdoor backdrops."""
from kit import *


def leafset(m, palette, n=3, count=240, leaf=.22, shape='ball', **k):
    return [leaves(count, leaf, pal(*palette), m, shape, **k) for _ in range(n)]


def garden_paradise():
    fog(mix(rgb('#e8e6a8'), (1, 1, .8), .3), 260, 8)
    sky(36, 105, .22, 9, 1.5)
    lm = leafmat(.45)
    A = leafset(lm, ['#4d7a26', '#6c9a33', '#34591d', '#86a83f'])
    B = leafset(lm, ['#2f5a24', '#446f2b', '#5a8435'])
    fm = mat(attr=True, rough=.6, transl=.35)
    F = {k: leaves(90, .42, pal(*c), fm, aspect=.9, hvar=(.015, .2, .2)) for k, c in dict(
        pink=['#e27fa3', '#f2b3c8', '#d65c8c'], white=['#f7f3ea', '#fff8ee', '#efe3d6'], mag=['#b8397a', '#d14f94', '#a02a6b'],
        yel=['#f0c53c', '#f6d97a', '#e8a92d'], lav=['#8f7cc4', '#a897d8', '#7565b0']).items()}
    g = mat(rgb('#587f2d'), .9, var=.35, vscale=1.2)
    tuft = grass_mesh(leafmat(.3))
    lawn(-14, 14, 3, 34, g, None, tuft, 700)
    # gravel path curving away
    path = mat(rgb('#cdb996'), .9, var=.25, vscale=6)
    V = []
    for i in range(40):
        y = 3 + i * .6; x = -.2 + .9 * math.sin(y * .16); V += [(x - .75, y, .02), (x + .75, y, .02)]
    obj(mesh(V, [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(39)], mats=path))
    # flower borders either side, layered in height
    for side in (-1, 1):
        for _ in range(210):
            y = u(4.2, 17); x = -.2 + .9 * math.sin(y * .16) + side * u(1.0, 4.2); h = .25 + .4 * abs(x) * .35 + u(0, .3)
            obj(R.choice(A), (x, y, h * .55), (u(0, 6), u(0, 6), u(0, 6)), u(.3, .55))
        for _ in range(330):
            y = u(4.2, 16); off = u(1.0, 4.0); x = -.2 + .9 * math.sin(y * .16) + side * off; h = .45 + .28 * off + u(0, .35)
            sec = math.sin(y * 1.1 + side * 2) + u(-.7, .7)
            kind = 'pink' if sec > .7 else 'white' if sec > .2 else 'lav' if sec > -.3 else 'mag' if sec > -.8 else 'yel'
            obj(F[kind], (x, y, h), (u(0, 6), u(0, 6), u(0, 6)), u(.09, .2))
    # rose arch over the path
    wht = mat(rgb('#efeadf'), .5)
    for dx in (-1.15, 1.15):
        for dy in (0, .7): cyl((dx + .35, 11 + dy, 0), .05, 2.3, wht)
    for dy in (0, .7): tube([(.35 + 1.15 * math.cos(t * math.pi / 10), 11 + dy, 2.3 + 1.0 * math.sin(t * math.pi / 10)) for t in range(11)], .05, wht)
    for _ in range(120):
        t = u(0, math.pi); side = R.random() < .45
        p = (.35 + R.choice((-1.15, 1.15)), 11.35 + u(-.5, .5), u(.2, 2.3)) if side else (.35 + 1.15 * math.cos(t), 11.35 + u(-.5, .5), 2.3 + 1.05 * math.sin(t))
        obj(R.choice(A), p, (u(0, 6), u(0, 6), u(0, 6)), u(.2, .38))
        for _ in range(2): obj(F[R.choice(('pink', 'white', 'pink'))], tuple(c + u(-.22, .22) for c in p), (u(0, 6), u(0, 6), u(0, 6)), u(.07, .13))
    # hedge and trees behind
    hedge(-13, 13, 19, 21, .3, 2.6, B, 260, .8)
    tr = mat(rgb('#4a3a2a'), .9, var=.3, vscale=8)
    for x, y, h, r in [(-6.5, 23, 7.5, 3.2), (-2, 28, 9, 3.4), (3.2, 27, 8, 3.2), (7.5, 22, 7, 3), (-11, 26, 9, 4), (11, 27, 9, 4)]: tree(x, y, h, r, A + B, tr)
    for _ in range(150):
        x, z = u(-6, 6), u(1.8, 5.2)
        if abs(x) < 1 and z < 2.4: continue
        bokeh((x, u(17, 25), z), mix(rgb('#fff3c0'), rgb('#d9ef9a'), R.random()), u(.05, .38) ** 1.2)
    for _ in range(50): bokeh((R.choice((-1, 1)) * u(1.2, 3), u(6, 11), u(.5, 1.7)), R.choice(pal('#ffd7e4', '#fff6e4', '#ffeaa0')), u(.08, .3))
    camera(85, 2.0, horizon=.60)
    grade(ev=.6, sat=1.4, con=1.25, wb=(1.04, 1, .92), bloom=.1)


def urban_architecture():
    fog(mix(rgb('#f3cfa0'), (1, .8, .6), .2), 420, 20)
    sky(19, 148, .2, 5.5, 1.0, clouds=.3, cloudcol=(5, 4.2, 3.6))
    win = mat(rgb('#33424e'), .12, spec=.9, metal=.3, var=.3, vscale=.4)
    stone = mat(rgb('#b79f80'), .85, var=.22, vscale=.7); brick = mat(rgb('#83503a'), .9, var=.25, vscale=1.1)
    conc = mat(rgb('#9b948a'), .8, var=.18, vscale=.5); glassb = mat(rgb('#56707f'), .2, metal=.55, var=.3, vscale=.2); cream = mat(rgb('#d3c1a1'), .85, var=.15, vscale=.6)
    trim = mat(rgb('#cdbfa9'), .8)
    road = mat(rgb('#3c3b3c'), .35, var=.25, vscale=.4, rvar=.2); pave = mat(rgb('#8b8378'), .8, var=.2, vscale=1)
    plane(-6.2, 6.2, -5, 400, 0, road); plane(-40, -6.2, -5, 400, .12, pave); plane(6.2, 40, -5, 400, .12, pave)
    for i in range(30): box((0, 8 + i * 6, .01), (.18, 2.6, .01), mat(rgb('#d8d2c2'), .8))
    y = 7
    mats = [stone, brick, cream, conc, glassb, stone, cream, brick, glassb, conc]
    for side in (-1, 1):
        y = 5 if side < 0 else 7
        for i in range(9):
            L = u(9, 17); h = u(14, 30) if i < 6 else u(22, 60); m = mats[(i * 3 + (0 if side < 0 else 1)) % len(mats)]; x = side * 9.2 + side * u(0, .8)
            box((x + side * 5, y + L / 2, h / 2), (10, L, h), m)
            fl = round(h / 3.4)
            facade(y, y + L, x, 4.2, h - .8, max(3, round(L / 2.4)), fl - 1, m, win, '+y' if side < 0 else '-y', .10, .56, .6, .25, trim)
            facade(y, y + L, x, 0, 4.2, max(2, round(L / 4)), 1, m, win, '+y' if side < 0 else '-y', .75, .8, .78, .25, trim, '#ffd9a0', 2.2)
            facade(min(x, x + side * 10), max(x, x + side * 10), y, 4, h - .8, 4, fl - 1, m, win, 'x', .05, .5, .55, .2, trim)
            y += L + u(0, .6)
    # tall towers closing the vista
    for x, yy, w, h, m in [(-17, 215, 17, 62, glassb), (17, 240, 18, 78, conc), (-4, 330, 16, 92, cream), (-34, 240, 20, 70, conc), (38, 250, 22, 90, glassb)]:
        box((x, yy + 8, h / 2), (w, 16, h), m); facade(x - w / 2, x + w / 2, yy, 0, h, 9, round(h / 4), m, win, 'x', .07, .6, .6, .3)
    # traffic: muted paint, further away, cabins with pillars; parked rows along the kerb
    blk = mat(rgb('#14171a'), .1, spec=.9); tyre = mat(rgb('#101011'), .8)
    def car(x, y, c, tail):
        m = mat(c, .25, clear=1); box((x, y, .62), (1.78, 4.3, .56), m, .16, seg=3); box((x, y + .15, 1.08), (1.5, 2.3, .52), blk, .2, seg=3); box((x, y + .2, 1.33), (1.3, 1.5, .06), m, .03)
        for sx in (-.82, .82):
            for sy in (-1.35, 1.35): cyl((x + sx - .1, y + sy, .33), .33, .2, tyre, rot=(0, math.pi / 2, 0))
        for dx in (-.62, .62): bokeh((x + dx, y - 2.2, .68), rgb('#ff3a24') if tail else rgb('#ffeed0'), u(.25, .5))
    P = pal('#1d2126', '#8f9498', '#c9cbc9', '#34404c', '#5a5650', '#2a2d30', '#d8d4ca')
    for i in range(7): car((-1 if i % 2 else 1) * u(1.7, 2.4), 33 + i * 9 + u(-2, 2), R.choice(P), i % 2 == 0)
    for s in (-1, 1):
        for i in range(9): car(s * 5.1, 21 + i * 6.4 + u(-.5, .5), R.choice(P), s > 0) if R.random() < .8 else None
    lm = leafmat(.35); LS = leafset(lm, ['#5d7a34', '#7d9640', '#48662c']); tk = mat(rgb('#43362a'), .9)
    for s in (-1, 1):
        for i in range(5): tree(s * 7.0, 18 + i * 15 + (4 if s > 0 else 0), 6.2, 1.9, LS, tk, .12, 26, .42, .36, .1)
    for i in range(10):     # people on the pavement, slim dark/light figures
        x, y = R.choice((-1, 1)) * u(7.4, 8.6), u(18, 60); c = mat(R.choice(pal('#2b3440', '#b9a88f', '#6b3d33', '#e6e0d4', '#3d4a3a')), .9); h = u(1.55, 1.8)
        cyl((x, y, .12), .13, h * .5, mat(rgb('#23242a'), .9), .17); cyl((x, y, .12 + h * .5), .2, h * .34, c, .15); sphere((x, y, .12 + h * .93), .11, mat(rgb('#5a3825'), .6))
    for side in (-1, 1):
        for i in range(8):
            bokeh((side * 7.2, 12 + i * 13, 5.2), rgb('#ffd08a'), .8); cyl((side * 7.2, 12 + i * 13, 0), .07, 5.2, mat(rgb('#2a2a2a'), .5))
            cyl((side * 6.8, 9 + i * 13, 0), .14, 2.2, mat(rgb('#3b2e22'), .9))
    for x, z, k in [(-5.4, 4.6, .6), (5.5, 4.2, .6)]: bokeh((x, 44, z), R.choice(pal('#ff4530', '#5cff9a')), k)
    camera(52, 1.5, horizon=.66)
    grade(ev=.2, sat=1.3, con=1.2, wb=(1.03, 1, .95), bloom=.12)


def beach_sunset():
    fog((1.0, .45, .18), 2500, 30)
    world((1.0, .42, .13), 1.0, [(.035, (1.0, .36, .16)), (.085, (.85, .33, .27)), (.16, (.42, .30, .40)), (.4, (.14, .2, .38)), (1, (.06, .11, .26))])
    sunlamp(5, 6, 2.6, 2.0, (1, .55, .25), glossy=False)
    sea = mat((.02, .045, .06), .16, spec=.8, bump=.8, bscale=.9, stretch=(1, .35, 1)); sand = mat(rgb('#e9b884'), .55, spec=.6, var=.35, vscale=1.1, bump=.6, bscale=5, vcol=rgb('#b57f56'), rvar=.25)
    wet = mat(rgb('#8a6044'), .10, spec=1.0, var=.25, vscale=.7, bump=.12, bscale=2.4, stretch=(1, .4, 1), rvar=.06)
    grid(-60, 60, .5, 24, 240, 140, lambda X, Y: .07 * fbm(X, Y, 1.2, 4, 2) + .25 * np.clip((19 - Y) / 8, 0, 1) - .03, sand)
    V = []
    for i in range(161):
        x = -40 + i * .5; V += [(x, 6, .40), (x, 27, .035)]
    obj(mesh(V, [(2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1) for i in range(160)], True, mats=wet))
    plane(-6000, 6000, 25.5, 12000, .02, sea)
    foam = mat(rgb('#f6e6d6'), .7)
    for y0, a, w in [(17.6, .5, .28), (21.5, .7, .4), (25.2, .6, .6), (31, .8, .6), (40, 1.2, .8), (56, 1.6, 1.2)]:
        V = []
        for i in range(121):
            x = -40 + i * 80 / 120; yy = y0 + a * math.sin(x * .21 + y0) + .4 * a * math.sin(x * .63 + 2 * y0); ww = w * (.35 + .65 * abs(math.sin(x * .37 + y0 * 3)))
            zb = .27 - .018 * (min(y0, 25) - 15) if y0 < 25 else .06 + (y0 - 25) * .006; V += [(x, yy, zb), (x, yy + ww, zb + .03 + max(0, y0 - 25) * .006)]
        obj(mesh(V, [(2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1) for i in range(120)], True, mats=foam))
    # low headland and two leaning palms
    land = mat(rgb('#2c2a30'), .9)
    grid(-1500, -180, 1300, 1700, 90, 12, lambda X, Y: np.clip(150 * (fbm(X, Y, 420, 5, 4) - .25) * np.clip((-180 - X) / 700, 0, 1), -1, 200), land)
    tk = mat(rgb('#3a2a1e'), .9); lf = mat(rgb('#2e4020'), .5, transl=.3)
    for bx, by, hh, lean in [(4.5, 22, 4.3, -1.0), (5.3, 24, 5.2, -.4), (-4.9, 21, 3.7, .8)]:
        top = (bx + lean, by, hh); tube([(bx, by, -.2), (bx + lean * .2, by, hh * .35), (bx + lean * .6, by, hh * .75), top], .11, tk)
        for k in range(15):
            a = k * 2.4; L = u(1.7, 2.5); up = u(.1, .7); L *= 1.15; V = []; n = 9
            for i in range(n):
                t = i / (n - 1); r = L * t; z = up * math.sin(t * 2.0) * 1.1 - 1.15 * t * t; w = .26 * math.sin(math.pi * min(1, t * .9 + .08))
                c, s = math.cos(a), math.sin(a); px, py = top[0] + r * c, top[1] + r * s
                V += [(px - s * w, py + c * w, top[2] + z - w * .5), (px, py, top[2] + z), (px + s * w, py - c * w, top[2] + z - w * .5)]
            F = []
            for i in range(n - 1): F += [(3 * i, 3 * i + 3, 3 * i + 4, 3 * i + 1), (3 * i + 1, 3 * i + 4, 3 * i + 5, 3 * i + 2)]
            obj(mesh(V, F, mats=lf))
    # the sun itself and its glitter path (direction 14 deg right of axis)
    S_az = math.radians(5.2); D = 9000
    sx = math.tan(S_az)
    sphere((sx * D, D, 330), 95, glow((1, .62, .25), 10, nofog=True))
    for _ in range(260):
        y = 27 + 500 * R.random() ** 3.0; x = sx * y + R.gauss(0, 1) * (.35 + y * .022); bokeh((x, y, .1), mix((1, .5, .16), (1, .72, .36), R.random()), u(.08, .5) * (1 if y < 80 else .45))
    for _ in range(60):
        y = 27 + 120 * R.random() ** 2; bokeh((u(-.25, .25) * y, y, .1), (1, .6, .35), u(.03, .16))
    for _ in range(70):
        y = u(14.5, 26); x = sx * y + R.gauss(0, 1) * .55; bokeh((x, y, .14), (1, .62, .3), u(.03, .2))
    camera(85, 2.2, horizon=.56)
    grade(ev=.75, sat=1.35, bloom=.12, con=1.22, wb=(1.06, 1, .94))


def mountain_view():
    fog(rgb('#a9c8ea'), 21000, 200)
    sky(28, 118, .2, 4.6, .6, clouds=.6, cloudcol=(6, 6.2, 6.5), cscale=2.6)
    def cols(snow, rock, green, z_tree, z_snow, seed):
        def f(X, Y, Z):
            gy, gx = np.gradient(Z); sl = np.hypot(gx, gy) / (abs(X[0, 1] - X[0, 0]) + 1e-6)
            n = fbm(X, Y, 260, 5, seed + 9)
            t = np.clip((Z - z_snow + (n - .5) * 620) / 190, 0, 1) * np.clip(1.9 - sl * .9, .12, 1)
            g = np.clip((z_tree - Z + (n - .5) * 420) / 160, 0, 1)
            C = np.array(rock) * (.7 + .6 * n[..., None]); C = C * (1 - g[..., None]) + np.array(green) * g[..., None] * (.6 + .8 * n[..., None])
            return C * (1 - t[..., None]) + np.array(snow) * t[..., None]
        return f
    tm = mat(attr=True, rough=.9)
    sn, rk, gr = rgb('#eef3fa'), rgb('#6e6a6b'), rgb('#3c5234')
    def range_(X, Y):
        # a chain, not a cone: several summits along a wandering crest, cut by domain-warped ridged noise
        wx = X + 520 * (fbm(X, Y, 1500, 4, 31) - .5); wy = Y + 520 * (fbm(X, Y, 1500, 4, 37) - .5)
        crest = 9200 + 520 * np.sin(X / 1500 + 1) + 260 * np.sin(X / 610)
        env = np.clip(1 - np.abs(wy - crest) / 2500, 0, 1) ** 1.25
        prof = 430 + 760 * np.exp(-((wx + 700) / 620) ** 2) + 520 * np.exp(-((wx - 120) / 420) ** 2) + 640 * np.exp(-((wx - 1450) / 560) ** 2) + 420 * np.exp(-((wx + 2100) / 620) ** 2)
        return env * prof * (.38 + .92 * fbm(wx, wy, 1150, 8, 3, True)) + 150 * (fbm(X, Y, 420, 6, 4, True) - .5) * env - 60
    grid(-4200, 4200, 6400, 11200, 520, 360, range_, tm, False, cols(sn, rk, gr, 260, 560, 1))
    hz = lambda x0: (lambda X, Y: -40 + x0 * (.35 + fbm(X, Y, 900, 6, 21, True)) * np.clip((Y - 4200) / 900, 0, 1) * np.clip((6300 - Y) / 900, 0, 1))
    grid(-2600, 2600, 4200, 6300, 240, 120, hz(330), mat(rgb('#46583f'), .95, var=.5, vscale=.01), False)
    grid(-1700, 1700, 2300, 4300, 200, 100, lambda X, Y: -40 + 170 * np.clip(abs(X + 150) / 900 - .12, 0, 1.6) + 110 * fbm(X, Y, 500, 6, 21) * np.clip((Y - 2300) / 700, 0, 1), mat(rgb('#2f4632'), .95, var=.4, vscale=.02), False)
    plane(-6000, 6000, 380, 9000, -14, mat(rgb('#4a5c40'), .95, var=.4, vscale=.01))
    cm = mat(attr=True, rough=.8, objvar=.25)
    cf = [conifer_mesh(cm) for _ in range(3)]
    gz = lambda X, Y: -.02 * np.clip(Y - 12, 0, 400) ** 1.08 + .9 * (fbm(X, Y, 22, 3, 2) - .5) * np.clip((Y - 6) / 20, 0, 1)
    meadow = mat(rgb('#6b7340'), .95, var=.8, vscale=.16, vcol=rgb('#a08f5a'), bump=.6, bscale=3)
    grid(-90, 90, 3, 420, 160, 200, gz, meadow)
    tuft = grass_mesh(leafmat(.3), 200, .42, pal('#8f9150', '#74803f', '#b8a768', '#a08d58'))
    for _ in range(1500):
        y = 8 + 60 * R.random() ** 1.6; x = u(-.3, .3) * y * 1.1; obj(tuft, (x, y, float(gz(np.array(x), np.array(y)))), (0, 0, u(0, 6)), u(.8, 1.5))
    for _ in range(170):
        y = u(120, 400); x = R.choice((-1, 1)) * (u(.05, .26) if y > 220 else u(.13, .26)) * y; s = u(6, 13)
        obj(R.choice(cf), (x, y, float(gz(np.array(x), np.array(y))) - .3), (0, 0, u(0, 6)), s)
    stone = mat(rgb('#8d8880'), .9, var=.4, vscale=3, bump=.5, bscale=8)
    for _ in range(26):
        y = u(13, 70); x = u(-.26, .26) * y; sphere((x, y, float(gz(np.array(x), np.array(y))) + .02), u(.12, .5), stone, (u(.8, 1.4), u(.8, 1.3), u(.4, .7)), 2, (u(0, 6), u(0, 6), u(0, 6)))
    for x, y, s in [(-7.4, 38, 9), (-9.2, 42, 11.5), (-11.2, 52, 12), (-13.8, 60, 10), (9.4, 44, 10.5), (11.6, 50, 12.5), (14, 62, 11), (-16, 80, 12), (19, 84, 13)]: obj(R.choice(cf), (x, y, float(gz(np.array(x), np.array(y))) - .3), (0, 0, u(0, 6)), s)
    fl = pal('#fff2d0', '#f2c94a', '#e9e4ff', '#d88bc0')
    for _ in range(46):
        y = u(4.5, 18); x = u(-.24, .24) * y; bokeh((x, y, float(gz(np.array(x), np.array(y))) + .2), R.choice(fl), u(.06, .3))
    camera(80, 3.2, horizon=.68)
    grade(ev=.3, sat=1.12, con=1.24, wb=(1.02, 1, 1.0))


def forest_path():
    fog(mix(rgb('#dcee9a'), (1, 1, .6), .35), 110, 9)
    sky(40, 25, .3, 9, 1.0)
    lm = leafmat(.5)
    A = leafset(lm, ['#5d8a2a', '#86ab3a', '#41661f', '#a3bb4a'], leaf=.2)
    B = leafset(lm, ['#35592a', '#4b742d', '#27421f'], leaf=.2)
    Fn = leafset(lm, ['#6b8f35', '#8a9c3c', '#a88a3e'], shape='disc', leaf=.5, aspect=.25, count=120)
    gnd = mat(rgb('#4c4a24'), .95, var=.6, vscale=1.3, vcol=rgb('#6f6a32')); path = mat(rgb('#9a7a54'), .95, var=.5, vscale=1.6, vcol=rgb('#6e5334'))
    px = lambda y: .1 + .9 * math.sin(y * .11 + .2) * min(1, y / 12)
    grid(-24, 24, 2.5, 70, 120, 120, lambda X, Y: .35 * (fbm(X, Y, 4, 4, 3) - .5) + .12 * np.clip(abs(X - .9 * np.sin(Y * .11 + .2)) - 1, 0, 6), gnd)
    V = []
    for i in range(70):
        y = 2.6 + i * .8; w = .85 + .12 * math.sin(i * 1.7); V += [(px(y) - w, y, .12), (px(y) + w, y, .12)]
    obj(mesh(V, [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(69)], mats=path))
    bark = [mat(rgb(c), .95, var=.5, vscale=3, stretch=(1, 1, .2), vcol=rgb(d)) for c, d in (('#3d3023', '#5d6136'), ('#54463a', '#2e261d'), ('#2f2a22', '#55522f'))]
    pts = []
    for _ in range(900):
        y = 10 + 55 * R.random() ** 1.2; x = u(-1, 1) * (3.2 + y * .36)
        if abs(x - px(y)) < 1.7 + y * .012 or any((x - a) ** 2 + (y - b) ** 2 < 1.9 for a, b in pts): continue
        pts.append((x, y)); r = u(.1, .22)
        tube([(x, y, -.3), (x + u(-.2, .2), y, 4), (x + u(-.5, .5), y + u(-.3, .3), 10), (x + u(-.8, .8), y, 16)], r, R.choice(bark))
        if len(pts) > 95: break
    for x, y in pts:
        for _ in range(9): obj(R.choice(A), (x + u(-2.2, 2.2), y + u(-2, 2), u(2.0, 8) if abs(x - px(y)) > 2.6 else u(3.8, 9)), (u(0, 6), u(0, 6), u(0, 6)), u(.5, 1.1))
    for _ in range(240):
        y = 5 + 40 * R.random() ** 1.4; s = R.choice((-1, 1)); x = px(y) + s * (1.2 + u(0, 1) ** 1.5 * (2 + y * .25))
        obj(R.choice(B + A), (x, y, u(.1, .6)), (u(0, 6), u(0, 6), u(0, 6)), u(.25, .6))
    for _ in range(240):
        y = 4 + 20 * R.random(); s = R.choice((-1, 1)); x = px(y) + s * (.9 + u(0, 1) * (1 + y * .2))
        obj(R.choice(Fn), (x, y, u(.2, .45)), (0, 0, u(0, 6)), u(.35, .6))
    for _ in range(240):
        x, z, y = R.gauss(.2, 3.2), u(2.2, 6.5), u(14, 34); bokeh((x, y, z), mix(rgb('#fff6c8'), rgb('#d4ea86'), R.random()), u(.04, .5) ** 1.3)
    for _ in range(50):
        y = u(5, 20); bokeh((px(y) + R.gauss(0, 1.6), y, .2), rgb('#ffe9b0'), u(.03, .18))
    camera(62, 1.6, horizon=.62)
    grade(ev=.2, sat=1.4, wb=(1.04, 1, .88), bloom=.15, con=1.25)


def city_park():
    fog(rgb('#c3d8ee'), 1900, 40)
    sky(36, 78, .2, 6.5, .8, clouds=.5, cloudcol=(6, 6, 6), cscale=3)
    lm = leafmat(.42)
    A = leafset(lm, ['#5c8c30', '#7fa83f', '#466f28', '#9cba52']); B = leafset(lm, ['#42702f', '#5a8a38', '#33582a'])
    tr = mat(rgb('#46382b'), .9, var=.3, vscale=8)
    g = mat(rgb('#66903a'), .95, var=.35, vscale=.6); tuft = grass_mesh(leafmat(.3))
    lawn(-40, 40, 3, 90, g, None, tuft, 500)
    path = mat(rgb('#b9ad9b'), .9, var=.15, vscale=3); V = []
    for i in range(60):
        y = 3 + i * 1.1; x = -1.6 + .0022 * (y - 4) ** 2; w = 1.15; V += [(x - w, y, .03), (x + w, y, .03)]
    obj(mesh(V, [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(59)], mats=path))
    for x, y, h, r in [(-4.6, 17, 7.5, 2.6), (5.2, 16, 7, 2.5), (-7.5, 27, 10, 3.6), (8.6, 27, 9, 3.6), (-12, 36, 11, 4), (12.5, 38, 11, 4.2), (-4.5, 48, 9, 3.4), (5.2, 52, 10, 3.6), (17, 48, 11, 4.5), (-17, 50, 12, 4.6)]: tree(x * 1.12, y, h * .95, r * 1.18, A + A + B, tr, clusters=60, tr=.16, crown_base=.26)
    hedge(-26, 26, 58, 62, .4, 3.2, B, 160, 1.6)
    # skyline over the trees
    win = mat(rgb('#4b5f72'), .15, metal=.4); wl = [mat(rgb(c), .8, var=.1, vscale=.05) for c in ('#b8a58f', '#a9aeb4', '#8794a3', '#c3b7a5', '#95826f')]
    for x, w, h, y in [(-60, 18, 62, 250), (-42, 16, 88, 270), (-24, 15, 70, 240), (-9, 12, 112, 300), (6, 16, 78, 250), (22, 12, 126, 310), (38, 18, 84, 260), (56, 16, 66, 250), (-75, 16, 95, 300), (74, 18, 92, 290)]:
        m = R.choice(wl); x *= 2.5; y *= 2.6; w *= 2.1; box((x, y + 7, h / 2), (w, 14, h), m); facade(x - w / 2, x + w / 2, y, 0, h, 6, round(h / 5), m, win, 'x', .03, .62, .55, .4)
        if h > 105: cyl((x, y + 7, h), 2.2, 30, m, .3)
    # benches, lamp posts, a few strolling silhouettes
    wood = mat(rgb('#7a4a28'), .6, var=.2); iron = mat(rgb('#1d2420'), .5)
    for bx, by in [(3.0, 15.5), (-4.6, 19)]:
        for k in range(4): box((bx, by + k * .11, .46), (1.7, .09, .04), wood)
        for k in range(3): box((bx, by + .47, .6 + k * .14), (1.7, .04, .1), wood)
        for s in (-.75, .75): box((bx + s, by + .25, .32), (.06, .5, .64), iron)
    for lx, ly in [(-3.5, 19), (2.6, 27), (-2.6, 38)]:
        cyl((lx, ly, 0), .06, 3.1, iron); sphere((lx, ly, 3.3), .22, mat(rgb('#f3ead6'), .4, emit=.6))
    for _ in range(70): bokeh((R.choice((-1, 1)) * u(2.5, 9), u(24, 44), u(3, 8)), mix(rgb('#fff3c4'), rgb('#dff0b0'), R.random()), u(.03, .14))
    camera(75, 2.2, horizon=.64)
    grade(ev=.3, sat=1.08, con=1.15, wb=(1.08, 1, .88), bloom=.1)


def lakeside():
    fog(rgb('#bcd2e6'), 5200, 60)
    sky(26, 105, .2, 6, .8, dust=.4, ozone=2, clouds=.5, cloudcol=(6, 5.8, 5.6), cscale=2.4)
    lake = mat((.01, .03, .04), .06, spec=.9, bump=.35, bscale=.6, stretch=(1, .25, 1))
    plane(-1500, 1500, 9, 1600, 0, lake)
    cm = mat(attr=True, rough=.85, objvar=.35); cf = [conifer_mesh(cm, cols=c) for c in (('#1f3a22', '#2b4a2a', '#41602f'), ('#4d5a26', '#6a6a2a', '#7d7a34'), ('#203c2a', '#2f5034', '#2a4630'))]
    hills = [(620, 34, 300, 11), (980, 105, 420, 14), (1450, 235, 620, 17)]
    for y, h, sc, sd in hills:
        grid(-900, 900, y, y + 300, 160, 40, lambda X, Y: np.clip((Y - y) / 160, 0, 1) * h * (.25 + 1.1 * fbm(X, X * 0 + sd, sc, 5, sd)) * (1 + .5 * np.abs(X + 100) / 900) - 1 + 14 * fbm(X, Y, 22, 3, 3), mat(rgb('#3f5c34') if y < 900 else rgb('#4a6350'), .95, var=.5, vscale=.03), False)
    for _ in range(420):
        y = u(560, 640); x = u(-190, 190); obj(R.choice(cf), (x, y, u(-1, 6)), (0, 0, u(0, 6)), u(14, 26))
    # left wooded point, nearer
    grid(-140, -16, 120, 200, 60, 40, lambda X, Y: np.clip((-16 - X) / 20, 0, 1) * np.clip((Y - 120) / 14, 0, 1) * 3.5 - .3, mat(rgb('#4f5a30'), .95, var=.4, vscale=.2))
    for _ in range(80): obj(R.choice(cf), (u(-70, -20), u(128, 190), 1.0), (0, 0, u(0, 6)), u(9, 19))
    # jetty on the right + shore with reeds
    wood = mat(rgb('#8a7359'), .8, var=.3, vscale=3)
    for i in range(44): box((1.9 + i * .035, 7.2 + i * .3, .48), (1.35, .25, .05), wood, 0, -6)
    for i in range(0, 44, 7):
        for s in (-.62, .62): cyl((1.9 + i * .035 + s, 7.2 + i * .3, -.5), .07, 1.5, wood)
    shore = mat(rgb('#77764f'), .95, var=.4, vscale=2); grid(-14, 14, 2.5, 10, 60, 40, lambda X, Y: .28 - .05 * (Y - 2.5) + .12 * fbm(X, Y, 1.4, 4, 3), shore)
    reed = leafmat(.3); V, F, C = [], [], []
    for i in range(120):
        x, y, h = u(-.6, .6), u(-.4, .4), u(.5, 1.25); lx, ly = u(-.18, .18), u(-.18, .18); b = len(V); w = .011
        V += [(x - w, y, 0), (x + w, y, 0), (x + lx * .4, y + ly * .4, h * .6), (x + lx, y + ly, h)]; F += [(b, b + 1, b + 2), (b, b + 2, b + 3)]; C += [jit(R.choice(pal('#8a8f47', '#a79a58', '#6d7d38')))] * 4
    rm = mesh(V, F, False, C, reed)
    for _ in range(60):
        y = u(6.5, 11); x = u(-3.6, -.9) if R.random() < .7 else u(3.4, 5); obj(rm, (x, y, 0), (0, 0, u(0, 6)), u(.7, 1.1))
    # a low wooden canoe on the still water, two far sails as specks
    cw = mat(rgb('#6b3f24'), .45, var=.3, vscale=3); V = []; n, k = 25, 9
    for i in range(n):
        t = i / (n - 1) * 2 - 1; w = .46 * (1 - abs(t) ** 2.4) + .02; sh = .34 + .30 * abs(t) ** 3
        for j in range(k): an = math.pi * j / (k - 1); V.append((2.4 * t, -w * math.cos(an), sh - (sh + .12) * math.sin(an) ** .7))
    ca = obj(mesh(V, [(i * k + j, (i + 1) * k + j, (i + 1) * k + j + 1, i * k + j + 1) for i in range(n - 1) for j in range(k - 1)], True, mats=cw), (-4.2, 47, .08), (0, 0, math.radians(24)))
    for dx in (-1.0, .9): box((-4.2 + dx, 47 + dx * .44, .36), (.22, .8, .04), wood, 0, 14)
    sl = mat(rgb('#efe9dc'), .8, transl=.4)
    for bx, by, hh in ((-38, 430, 9), (30, 520, 10)):
        V = [(bx, by, .6)] + [(bx + (.36 * math.sin(math.pi * t) + .05 * (1 - t)) * hh * .6, by, .6 + hh * t) for t in np.linspace(0, 1, 9)]; obj(mesh(V, [(0, i, i + 1) for i in range(1, 9)], mats=sl)); box((bx, by, .4), (hh * .55, 1.4, .7), sl, .2)
    for _ in range(90):
        y = 12 + 110 * R.random() ** 2; x = .13 * y + R.gauss(0, 1) * (.6 + .05 * y); bokeh((x, y, .05), mix(rgb('#fff0cf'), (1, 1, 1), R.random()), u(.04, .28))
    camera(80, 2.8, horizon=.58)
    grade(ev=.25, sat=1.25, con=1.22, wb=(1.02, 1, .98), bloom=.08)


def desert_landscape():
    fog((.90, .74, .66), 2300, 50)
    world((.92, .80, .70), .85, [(.05, (.80, .76, .78)), (.14, (.44, .56, .80)), (.4, (.18, .32, .66)), (1, (.07, .16, .45))])
    sunlamp(17, 78, 6.0, .6, (1, .74, .48))
    sand = mat(rgb('#d6a26c'), .95, var=.16, vscale=.05, bump=.6, bscale=2.6, stretch=(1, 4, 1), vcol=rgb('#c07f52'))
    D = [(-9, 58, .10, 3.0, 22, 3.0, 17, 7, 24, 120), (13, 92, -.12, 5, 36, 5.6, 26, 11, 50, 190), (-34, 170, .05, 9, 60, 11, 46, 20, 95, 300), (44, 250, .02, 13, 80, 17, 64, 28, 150, 430),
         (-70, 380, .08, 16, 110, 22, 96, 40, 230, 640), (30, 560, 0, 30, 160, 30, 130, 60, 360, 860), (-190, 700, .1, 26, 190, 46, 170, 80, 430, 980), (210, 760, -.1, 24, 170, 52, 190, 90, 480, 1050)]
    def dunes(X, Y):
        z = -1.2 * np.clip((Y - 8) / 30, 0, 1) + .5 * (fbm(X, Y, 14, 2, 3) - .5) * np.clip((Y - 5) / 10, 0, 1)
        for x0, yc, s, m, L, H, wr, wl, ya, yb in D:
            xc = x0 + s * (Y - yc) + m * np.sin(Y / L * 2.2 + x0) + .35 * m * np.sin(Y / L * 5.1)
            w = np.clip((Y - ya) / (yc - ya), 0, 1) * np.clip((yb - Y) / (yb - yc), 0, 1); w = np.sin(np.clip(w, 0, 1) * np.pi / 2)
            d = X - xc
            pr = np.where(d > 0, np.clip(1 - d / wr, 0, 1) ** 1.5, np.clip(1 + d / wl, 0, 1) ** 1.15)
            z = np.maximum(z, H * w * pr - 1.2)
        return z
    grid(-60, 60, 2.5, 130, 420, 400, dunes, sand); grid(-420, 420, 120, 1060, 460, 420, dunes, sand)
    plane(-9000, 9000, 1000, 20000, -3, sand)
    # two faint ranges in the haze: ridged noise, no free-standing blocks
    rock = mat(rgb('#8f5d48'), .95, var=.4, vscale=.004, vcol=rgb('#6d4a44'))
    for y0, h, sc, sd in ((2600, 190, 700, 5), (4700, 430, 1200, 9)):
        grid(-y0 * .4, y0 * .4, y0, y0 + 900, 300, 60, lambda X, Y: np.sin(np.clip((Y - y0) / 900, 0, 1) * np.pi) * h * (.25 + 1.0 * fbm(X, Y, sc, 6, sd, True) * (.6 + .5 * np.sin(X / sc * 1.7 + sd))) - 6, rock, False)
    # flat-topped acacias and dry scrub give scale and a third colour
    lm = leafmat(.25); lf = leafset(lm, ['#5d6b38', '#74793f', '#4a5a34'], leaf=.16, shape='disc', count=260); bk = mat(rgb('#4b3a2c'), .95)
    zz = lambda x, y: float(dunes(np.array([[x]]), np.array([[y]]))[0, 0])
    for x, y, h, r in [(-5.6, 44, 4.2, 2.7), (7.3, 60, 4.6, 3.0), (9.6, 66, 3.6, 2.2), (-13, 96, 5.0, 3.2), (3.4, 120, 4.6, 3.0), (-24, 150, 5.4, 3.4), (26, 165, 5.4, 3.4)]:
        b = zz(x, y); tube([(x, y, b - .3), (x + .2, y, b + h * .45), (x - .1, y, b + h * .7)], .17, bk)
        for k in range(6):
            an = k * 1.05 + x; tube([(x, y, b + h * .5), (x + r * .4 * math.cos(an), y + r * .4 * math.sin(an), b + h * .78), (x + r * .8 * math.cos(an), y + r * .8 * math.sin(an), b + h * .95)], .075, bk)
        for _ in range(34):
            an, q = u(0, 6.3), u(0, 1) ** .5; obj(R.choice(lf), (x + r * q * math.cos(an), y + r * q * math.sin(an), b + h * u(.92, 1.06) - .35 * q * q), (u(-.2, .2), u(-.2, .2), u(0, 6)), u(.5, .9))
    bush = leafset(leafmat(.2), ['#8a8653', '#6f7446', '#a59a63'], leaf=.25); tuft = grass_mesh(leafmat(.3), 220, .5, pal('#b7a063', '#9c8a52', '#c9b67a'))
    for _ in range(60):
        y = 14 + 60 * R.random() ** 1.4; x = u(-.27, .27) * y; z = zz(x, y); obj(R.choice(bush), (x, y, z + .1), (u(0, 6), u(0, 6), u(0, 6)), u(.12, .42)) if R.random() < .5 else obj(tuft, (x, y, z), (0, 0, u(0, 6)), u(.5, 1.1))
    camera(85, 3.0, horizon=.64)
    grade(ev=.5, sat=1.2, con=1.22, wb=(1.0, 1, 1.02))
