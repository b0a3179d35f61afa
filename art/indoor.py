"""Eight interiors and two studio backdrops."""
from kit import *

WOODS = dict(oak=('#a9794c', '#8a5d36'), walnut=('#5d3d27', '#3f2818'), dark=('#2f2018', '#1d130e'), pale=('#cdb18a', '#b3936a'))


def wood(k='oak', rough=.45, s=(1, 1, .12)):
    a, b = WOODS[k]; return mat(rgb(a), rough, var=.8, vscale=14, stretch=s, vcol=rgb(b), rvar=.12)


def fabric(h, var=.12): return mat(rgb(h), .95, var=var, vscale=9, bump=.25, bscale=260, sheen=.4)


def wallpaint(h): return mat(rgb(h), .9, var=.05, vscale=.8)


def floor_wood(k='oak', gloss=.3):
    m = mat(attr=True, rough=gloss, var=.15, vscale=6, stretch=(6, .4, 1), rvar=.12); its = []
    a, b = WOODS[k]
    for i in range(34):
        y = -2
        while y < 12:
            L = u(.9, 1.9); its.append((-4.2 + i * .26, y + L / 2, -.01, .254, L - .006, .02, jit(mix(rgb(a), rgb(b), R.random()), .01, .1, .15))); y += L
    return boxes(its, m)


def twinkle(pts, col, k, n=1, s=0):
    for p in pts: bokeh(p, jit(rgb(col), .01, .1, .1), k * u(.5, 1.3))


def cozy_living_room():
    world(rgb('#5a6a8c'), .08)
    W = rgb('#ffb066')
    floor_wood('oak', .4); wall(-5, 5, 0, 3, 7, wallpaint('#8f7d68')); sidewall(-1, 7, 0, 3, -3.6, wallpaint('#8f7d68')); sidewall(-1, 7, 0, 3, 3.6, wallpaint('#8f7d68')); plane(-5, 5, -1, 7, 2.9, wallpaint('#cbbda6'))
    box((0, 4.6, .01), (3.6, 2.4, .02), fabric('#b59a7c', .3))
    c1, c2, c3 = fabric('#b5562e'), fabric('#d8b779'), fabric('#44594d')
    sofa(-.35, 5.0, 2.5, fabric('#76695a'), [(-.95, c1), (-.55, c2), (.75, c3), (1.0, c2)])
    box((-.95, 4.98, .52), (.55, .85, .05), fabric('#d9c3a0', .2), .02, 4)
    # dusk window with curtains, left
    wall(-2.5, -1.35, .95, 2.35, 6.97, glow(rgb('#3c5688'), .9)); fr = mat(rgb('#e8ddc8'), .5)
    for x in (-2.5, -1.92, -1.35): box((x, 6.94, 1.65), (.05, .06, 1.45), fr)
    for z in (.95, 1.65, 2.37): box((-1.92, 6.94, z), (1.2, .06, .05), fr)
    cm = fabric('#a06c44'); curtain(-2.95, -2.4, .05, 2.6, 6.85, cm, 6); curtain(-1.42, -1.05, .05, 2.6, 6.85, cm, 4)
    # bookcase right, pictures, floor lamp, table lamp
    bookshelf(1.75, 3.3, 0, 2.3, 6.6, 6, wood('walnut'), fill=.8, cols=2)
    pf = wood('dark')
    for x, z, w, h, c in [(-.35, 1.75, .62, .8, '#c7a27a'), (.5, 1.85, .45, .6, '#6c7f86'), (.5, 1.3, .45, .3, '#a4583c')]:
        box((x, 6.97, z), (w, .04, h), pf); box((x, 6.94, z), (w * .8, .03, h * .8), mat(rgb(c), .8, var=.8, vscale=3, vcol=rgb('#efe3cc')))
    lamp(1.35, 6.1, 1.55, .24, .34, W, 32, mat(rgb('#2b2520'), .4), 0, 'floor', 7)
    box((-2.1, 6.1, .27), (.5, .5, .55), wood('walnut'), .02); lamp(-2.1, 6.1, .98, .17, .24, W, 16, mat(rgb('#7c8a86'), .4), 0, 'table', 7)
    # coffee table with candles and mug
    box((.0, 4.05, .4), (1.15, .6, .05), wood('oak'), .02)
    for x, y in ((-.5, 3.85), (.5, 3.85), (-.5, 4.25), (.5, 4.25)): box((x, y, .2), (.05, .05, .4), wood('oak'))
    for x, y in [(-.2, 4.0), (-.08, 4.1), (.28, 4.02)]: cyl((x, y, .42), .035, u(.07, .12), mat(rgb('#f3e4c6'), .6, emit=.6)); bokeh((x, y, .56), rgb('#ffb45a'), .9); point((x, y, .6), 1.2, W, .02)
    lm = leafmat(.3); pl = [leaves(70, .55, pal('#3d5a30', '#54733c', '#2c4526'), lm, aspect=.4) for _ in range(2)]
    pot_plant(2.5, 5.3, 0, 1.5, pl, mat(rgb('#b0653f'), .8), 14, .32, .2)
    # string lights along wall and window
    for i in range(46):
        t = i / 45; x = -3.0 + 4.9 * t; bokeh((x, 6.8, 2.62 - .2 * abs(math.sin(t * math.pi * 3))), rgb('#ffbe6e'), u(.5, 1.0))
    for i in range(26): bokeh((u(1.8, 3.25), 6.5, .1 + R.randint(1, 6) * .38 + u(0, .06)), rgb('#ffb868'), u(.2, .7))
    area((2.5, 1.0, 2.6), (0, 5.5, .8), 1.4, 30, rgb('#ffc890')); area((-2, 6.6, 1.7), (0, 3, .6), 1.0, 10, rgb('#86a6e0'))
    camera(50, .8, horizon=.40)
    grade(blur=3.0, ev=.1, sat=1.25, con=1.25, wb=(.94, 1, 1.15), bloom=.14)


def modern_office():
    world(rgb('#e4ebf2'), .22)
    fl = mat(rgb('#8f8b85'), .5, var=.12, vscale=.6, rvar=.1); plane(-8, 8, -2, 16, 0, fl); wh = wallpaint('#e7e5e1')
    plane(-8, 8, -1, 16, 2.95, wh); wall(-8, 8, 0, 3, 15, wh)
    # window wall on the left: bright city view behind mullions
    V = pane_view(0, 14, .2, 2.8, 0, rgb('#7f93a6'), rgb('#f1f4f6'), 2.2); V.rotation_euler = (0, 0, math.pi / 2); V.location = (-2.9, 2, 0)
    mu = mat(rgb('#3c4146'), .4, metal=.6)
    for i in range(10): box((-2.82, 2 + i * 1.3, 1.45), (.09, .07, 2.9), mu)
    box((-2.82, 8, .25), (.09, 14, .5), wh); box((-2.82, 8, 2.85), (.12, 14, .16), mu)
    for i in range(4): area((-2.7, 3.5 + i * 2.8, 1.6), (0, 4 + i * 2.5, .8), 2.2, 105, rgb('#eef3fa'), 2.2)
    # long oak desks on both sides of an open aisle; dark monitors edge-on, quiet chairs
    leg = mat(rgb('#2e3135'), .5); blk = mat(rgb('#1b1e22'), .3); oak = wood('oak')
    for y in (6.6, 9.2, 11.8):
        for s, x in ((-1, -1.75), (1, 1.95)):
            box((x, y, .74), (.95, 2.1, .045), oak, .01)
            for dy in (-.95, .95): box((x, y + dy, .36), (.8, .05, .72), leg)
            for dy in (-.5, .5):
                box((x + s * .18, y + dy, 1.08), (.04, .6, .36), blk, .01, s * 12); box((x + s * .18, y + dy, .84), (.05, .05, .2), blk)
                chair(x - s * .78, y + dy, s * 90 + u(-15, 15), fabric(R.choice(('#4a5560', '#3a4046', '#6d6458'))), leg, .48, .5, .5)
                box((x - s * .15, y + dy + u(-.2, .2), .78), (.22, .3, .015), mat(rgb('#efece4'), .7), 0, u(-15, 15))
    # at the far end: oak slats, a sofa corner; glass rooms at right
    for i in range(30): box((-1.75 + i * .12, 14.9, 1.45), (.075, .06, 2.9), oak)
    sofa(.15, 13.4, 1.9, fabric('#6f7f80'), [(-.5, fabric('#d9c9ae')), (.55, fabric('#4f6b62'))])
    gl = wallpaint('#b9c4c4'); sidewall(3, 15, 0, 3, 3.35, gl)
    for i in range(7): box((3.2, 4.5 + i * 1.6, 1.45), (.05, .05, 2.9), leg)
    box((3.2, 9, 2.3), (.05, 12, .05), leg)
    lm = leafmat(.35); pl = [leaves(80, .6, pal('#3f6a34', '#5b8a42', '#2f5228'), lm, aspect=.35) for _ in range(2)]
    for x, y, h in [(2.8, 5.6, 1.7), (-1.55, 14.0, 1.9), (1.9, 14.0, 1.9), (2.8, 10.4, 1.7)]: pot_plant(x, y, 0, h, pl, mat(rgb('#f0eeea'), .5), 15, .36, .2)
    # linear ceiling lights + pendants above the desks
    lg = glow(rgb('#fff4e2'), 7)
    for x in (-1.75, 1.95):
        for i in range(4): box((x, 5 + i * 2.6, 2.92), (.12, 1.7, .03), lg)
    for y in (6.6, 9.2, 11.8):
        for x in (-1.75, 1.95): bokeh((x, y, 2.1), rgb('#ffe2b4'), .8); cyl((x, y, 2.11), .14, .14, blk, .03)
    area((0, 7, 2.85), (0, 7, 0), 4, 160, rgb('#fff2e2'), 6)
    camera(50, .85, horizon=.46)
    grade(blur=3.0, ev=1.05, sat=1.2, con=1.25, wb=(1.02, 1, .97), bloom=.1)


def luxury_hotel_lobby():
    world(rgb('#dfe6f0'), .12)
    W = rgb('#ffdcb0')
    marb = mat(rgb('#dcd6cc'), .10, var=.4, vscale=1.2, vcol=rgb('#a9a196'), spec=.6); dk = mat(rgb('#2c2a2b'), .14, var=.3, vscale=1)
    plane(-9, 9, -1, 22, 0, marb)
    for i in range(6): box((0, 3 + i * 3.2, .001), (12, .3, .004), dk)
    for s in (-1, 1): box((s * 2.1, 10, .001), (.3, 24, .004), dk)
    wallm = wallpaint('#cfc7ba'); wall(-9, 9, 0, 6, 20, wallm); sidewall(0, 20, 0, 6, -5.2, wallm); sidewall(0, 20, 0, 6, 5.2, wallm); plane(-9, 9, 0, 20, 5.6, wallpaint('#ece7dd'))
    gold = mat(rgb('#c8963f'), .25, metal=1, rvar=.1); col = mat(rgb('#e3ddd2'), .22, var=.5, vscale=1.4, vcol=rgb('#b3a893'))
    for y in (6, 9.2, 12.4, 15.6):
        for s in (-1, 1):
            cyl((s * 3.0, y, 0), .34, 5.2, col); box((s * 3.0, y, .15), (.95, .95, .3), dk); box((s * 3.0, y, 5.2), (.95, .95, .3), gold); cyl((s * 3, y, .3), .38, .14, gold)
            cyl((s * 5.1, y + 1.6, 2.4), .1, .5, glow(W, 14)); point((s * 4.8, y + 1.6, 2.7), 45, W, .15); bokeh((s * 2.62, y - .2, 2.6), rgb('#ffcf8a'), .9); bokeh((s * 2.62, y - .2, 2.85), rgb('#ffcf8a'), .6)
    # reception desk with lit back panel
    box((0, 17.6, .6), (4.6, .7, 1.2), wood('walnut', .3), .02); box((0, 17.3, 1.22), (4.9, 1.0, .08), marb, .01); box((0, 17.22, .12), (4.5, .04, .06), glow(W, 10))
    box((0, 19.8, 2.3), (5.2, .1, 3.4), mat(rgb('#4a3527'), .35, var=.5, vscale=2, stretch=(6, 1, .2), vcol=rgb('#2e221b'))); 
    for x in (-2.75, 2.75): box((x, 19.7, 2.3), (.1, .08, 3.4), glow(W, 9))
    for x in (-1.6, 0, 1.6): lamp(x, 17.4, 1.75, .17, .26, W, 14, gold, .7, 'table', 8)
    # chandeliers: cloud of crystal sparks
    for cx, cy, cz, n, rr in [(0, 9.5, 3.75, 150, .95), (0, 15.5, 3.9, 90, .9)]:
        for k in range(3): lathe([(rr * (1 - .3 * k), -.03), (rr * (1 - .3 * k) + .03, 0), (rr * (1 - .3 * k), .03)], gold, (cx, cy, cz - .3 * k + .3))
        cyl((cx, cy, cz + .2), .03, 1.8, gold)
        for _ in range(n):
            a = u(0, 6.3); k = R.randint(0, 2); r = rr * (1 - .3 * k); bokeh((cx + r * math.cos(a), cy + r * math.sin(a), cz + .3 - .3 * k + u(-.12, .2)), mix(rgb('#ffd79a'), rgb('#fff6e6'), R.random()), u(.1, .75) ** 1.4)
        point((cx, cy, cz), 330, W, .5)
    # daylight from tall windows on the left: cool against the warm lamps
    for y in (7.6, 10.8, 14.0, 17.2):
        V = pane_view(-.75, .75, .5, 4.6, 0, rgb('#b9c8d6'), rgb('#f4f8ff'), 3.2); V.rotation_euler = (0, 0, math.pi / 2); V.location = (-5.15, y, 0)
        for dx in (-.85, .85): curtain(y + dx - .18, y + dx + .18, .1, 4.9, -5.05, mat(rgb('#8d96a0'), .9, transl=.25), 3, .05, True)
        area((-4.95, y, 2.4), (0, y - 1.5, .6), 1.4, 55, rgb('#dbe9ff'), 3.6)
    # lounge: low round tub chairs and tables, further back and not at the frame edge
    def tub(x, y, rot, fm):
        a0 = math.radians(rot); lathe([(.0001, .22), (.36, .22), (.40, .30), (.38, .42), (.0001, .44)], fm, (x, y, 0)); cyl((x, y, 0), .28, .2, dk)
        V = []; n = 25
        for i in range(n):
            t = a0 + math.pi * (-.12 + 1.24 * i / (n - 1))
            for r, z in ((.40, .24), (.43, .50), (.42, .76), (.36, .79), (.33, .74), (.34, .40)): V.append((x + r * math.cos(t), y + r * math.sin(t), z - .12 * abs(i / (n - 1) * 2 - 1) ** 2 * (z > .45)))
        obj(mesh(V, [(6 * i + j, 6 * i + 6 + j, 6 * i + 7 + j, 6 * i + 1 + j) for i in range(n - 1) for j in range(5)], True, mats=fm))
    nv, cr = fabric('#5a7088'), fabric('#e0d6c4')
    for x, y, r, fm in ((-2.0, 10.4, 20, nv), (-1.7, 12.2, -30, cr), (2.15, 11.6, 30, nv), (1.9, 13.6, 0, cr), (-2.1, 14.2, 0, nv)): tub(x, y, r, fm)
    rug = mat(rgb('#3a4658'), .95, var=.4, vscale=2.5, vcol=rgb('#8a7f6e')); plane(-2.9, -.7, 8.0, 12.4, .006, rug); plane(1.1, 2.9, 10.6, 14.6, .006, rug)
    cyl((-1.35, 11.2, 0), .24, .42, gold)
    cyl((1.35, 9.4, 0), .42, .8, dk); 
    fm = mat(attr=True, rough=.6, transl=.3); fl = [leaves(120, .4, pal(*c), fm, aspect=.8) for c in (('#f5ece0', '#efd3d6'), ('#557a3d', '#7a9a55'), ('#d98fa3', '#e8b7c0'))]
    for _ in range(34): obj(R.choice(fl), (1.35 + R.gauss(0, .3), 9.4 + R.gauss(0, .3), 1.35 + R.gauss(0, .28)), (u(0, 6), u(0, 6), u(0, 6)), u(.12, .25))
    area((0, 3.0, 5.2), (0, 9, 0), 5, 170, rgb('#fff0dc')); area((0, 12, 5.4), (0, 12, 0), 5, 170, rgb('#ffecd2'), 8)
    camera(56, 1.0, horizon=.62)
    grade(blur=3.0, ev=.55, sat=1.18, con=1.22, wb=(1.0, 1, 1.06), bloom=.14)


def modern_kitchen():
    world(rgb('#e6edf5'), .25)
    plane(-6, 6, -2, 8, 0, floor_m := mat(rgb('#b9ab98'), .35, var=.15, vscale=1, rvar=.1)); wh = mat(rgb('#e9e7e2'), .3, clear=.2); wl = wallpaint('#e3dfd7')
    wall(-6, 6, 0, 3, 7, wl); sidewall(-1, 7, 0, 3, 3.7, wl); plane(-6, 6, -1, 7, 2.85, wallpaint('#f2f0ec'))
    oak = wood('oak', .4, (1, 1, .1)); stone = mat(rgb('#e6e2dc'), .15, var=.35, vscale=2, vcol=rgb('#b9b3aa')); steel = mat(rgb('#b7bbbe'), .22, metal=1, rvar=.08); blk = mat(rgb('#1a1b1d'), .3)
    # back run: base units, worktop, tiles, wall units, open shelf, hob hood
    navy = mat(rgb('#2f4650'), .4, clear=.2)
    for i in range(7): box((-2.7 + i * .72, 6.68, .46), (.7, .6, .86), navy, .01); box((-2.7 + i * .72, 6.36, .8), (.3, .02, .02), mat(rgb('#c69a4c'), .25, metal=1))
    box((-.55, 6.66, .92), (5.1, .66, .045), stone, .005)
    tiles = []
    for i in range(30):
        for k in range(8): tiles.append((-2.95 + i * .17 + (.085 if k % 2 else 0), 6.985, .99 + k * .085, .162, .012, .078, jit(rgb('#eef0ee'), .02, .3, .05)))
    boxes(tiles, mat(attr=True, rough=.1))
    for x in (1.62,): box((x, 6.82, 2.1), (.7, .36, .85), wh, .01)
    for z in (1.72, 2.12): box((.75, 6.86, z), (1.0, .26, .035), oak)
    for z in (1.74, 2.14):
        x = .3
        while x < 1.2:
            r = u(.035, .06); c = R.choice(('#e9e2d4', '#6f8b86', '#c98b5a', '#f4f2ee', '#3d4a4f')); cyl((x, 6.82, z), r, u(.08, .2), mat(rgb(c), .35), r * u(.8, 1.1), seg=20); x += r * 2 + .04
    box((-.65, 6.84, 2.0), (.75, .34, .5), steel, .01); box((-.65, 6.84, 2.5), (.3, .3, .7), steel)
    box((2.75, 6.62, 1.05), (.92, .72, 2.1), steel, .015); box((2.75, 6.25, 1.3), (.012, .02, 1.4), blk); box((2.52, 6.22, 1.3), (.025, .03, .8), steel); box((2.98, 6.22, 1.3), (.025, .03, .8), steel)
    # window left with daylight and greenery
    pane_view(-2.75, -1.25, 1.12, 2.5, 6.96, rgb('#6f9a4a'), rgb('#f4f8fb'), 3.0); fw = mat(rgb('#f4f4f1'), .4)
    for x in (-2.75, -2.0, -1.25): box((x, 6.93, 1.81), (.07, .06, 1.45), fw)
    for z in (1.12, 1.81, 2.5): box((-2.0, 6.93, z), (1.55, .06, .06), fw)
    area((-2.0, 6.85, 1.8), (-.5, 4, .9), 1.4, 60, rgb('#f0f6ff'))
    V = pane_view(0, 4, .95, 2.4, 0, rgb('#7fa35a'), rgb('#f2f7fb'), 3.2); V.rotation_euler = (0, 0, math.pi / 2); V.location = (-3.3, 3, 0); fr = mat(rgb('#f4f4f1'), .4)
    for i in range(5): box((-3.25, 3 + i, 1.67), (.08, .06, 1.5), fr)
    for z in (.95, 2.4): box((-3.25, 5, z), (.1, 4.1, .07), fr)
    sidewall(-1, 7, 0, .95, -3.3, wl); sidewall(-1, 7, 2.4, 3, -3.3, wl)
    area((-3.1, 5, 1.7), (0, 5, .9), 3.6, 230, rgb('#eef5ff'), 1.4)
    # island with stools, bowl, flowers
    box((.1, 4.7, .45), (2.6, .85, .88), mat(rgb('#dedad2'), .45), .01); box((.1, 4.66, .92), (2.8, 1.0, .05), stone, .006)
    for x in (-.85, .1, 1.05):
        cyl((x, 4.0, .66), .19, .06, oak); 
        for dx in (-.13, .13): cyl((x + dx, 3.95, 0), .014, .66, blk); cyl((x + dx, 4.1, 0), .014, .66, blk)
    lathe([(.02, 0), (.1, .01), (.19, .09), (.2, .1), (.18, .09), (.09, .02)], mat(rgb('#efe9de'), .4), (-.55, 4.6, .945))
    for i in range(9): sphere((-.55 + R.gauss(0, .07), 4.6 + R.gauss(0, .07), 1.03 + u(0, .06)), .042, mat(rgb(R.choice(('#d98a1f', '#c9382b', '#e6c234', '#7ea63a'))), .45))
    cyl((.85, 4.72, .945), .06, .2, mat(rgb('#7fa7a0'), .15), .075); lm = leafmat(.35); lv = [leaves(60, .5, pal('#4d7a3a', '#79a052'), lm, aspect=.4)]; fl = leaves(60, .4, pal('#f6d6da', '#ffffff', '#efc14a'), mat(attr=True, transl=.3), aspect=.8)
    for _ in range(10): obj(lv[0], (.85 + R.gauss(0, .1), 4.72 + R.gauss(0, .1), 1.28 + R.gauss(0, .08)), (u(0, 6), u(0, 6), u(0, 6)), .13)
    for _ in range(16): obj(fl, (.85 + R.gauss(0, .13), 4.68 + R.gauss(0, .1), 1.38 + R.gauss(0, .09)), (u(0, 6), u(0, 6), u(0, 6)), .06)
    # brass pendants over island; under-cabinet glow
    br = mat(rgb('#c08a3a'), .25, metal=1)
    for x in (-.85, .1, 1.05): lathe([(.17, 0), (.16, .06), (.06, .17), (.02, .2)], br, (x, 4.7, 1.98)); cyl((x, 4.7, 2.18), .006, .7, blk); sphere((x, 4.7, 2.0), .07, glow(rgb('#ffdca6'), 22)); point((x, 4.7, 1.93), 14, rgb('#ffd09a'), .07); bokeh((x, 4.7, 1.96), rgb('#ffe0ae'), 1.2)
    for i in range(7): bokeh((.3 + i * .16, 6.72, 1.69), rgb('#ffd9a0'), .4)
    area((.8, 6.75, 1.68), (.8, 6.8, .9), 1.0, 6, rgb('#ffd6a0'), .1); area((0, 4, 2.8), (0, 5, 0), 3, 70, rgb('#fff0de'))
    for i in range(14): bokeh((2.4 + u(0, .7), 6.2, u(.3, 2)), (1, 1, 1), u(.03, .12))
    camera(48, .8, horizon=.47)
    grade(blur=3.0, ev=1.35, sat=1.35, con=1.3, wb=(1.02, 1, .97), bloom=.1)


def elegant_restaurant():
    world(rgb('#40304a'), .05)
    W = rgb('#ffae5c')
    floor_wood('walnut', .25); wl = wallpaint('#35443f'); wall(-7, 7, 0, 3.4, 11, wl); sidewall(0, 11, 0, 3.4, -4.3, wl); sidewall(0, 11, 0, 3.4, 4.3, wl); plane(-7, 7, -1, 11, 3.2, wallpaint('#4a3a30'))
    box((0, 10.96, .55), (9, .06, 1.1), wood('walnut')); 
    # arched mirror/windows to a night street at the back
    for x in (-2.5, 0, 2.5):
        wall(x - .62, x + .62, 1.15, 2.75, 10.94, mat(rgb('#27303c'), .1, metal=.6)); g = mat(rgb('#b08a4c'), .3, metal=1)
        for dx in (-.65, .65): box((x + dx, 10.9, 1.95), (.07, .07, 1.65), g)
        for z in (1.13, 2.78): box((x, 10.9, z), (1.35, .07, .07), g)
        for _ in range(12): bokeh((x + u(-.55, .55), 10.8, u(1.25, 2.6)), rgb(R.choice(('#ffbf70', '#ffd9a0', '#ff8a4a', '#9fc4ff'))), u(.1, .6))
    cloth = mat(rgb('#efe6d6'), .85, sheen=.3); velvet = fabric('#7a2630'); leg = wood('dark'); gl = glass(); cer = mat(rgb('#f5f2ec'), .2)
    for x, y in [(-1.75, 5.2), (1.75, 5.4), (0, 7.4), (-2.9, 8.2), (2.9, 8.4), (-1.4, 9.6), (1.4, 9.7)]:
        V = []; seg = 72
        for k in range(seg):
            a = 2 * math.pi * k / seg; f = 1 + .06 * math.sin(a * 9); V += [(.56 * math.cos(a), .56 * math.sin(a), .75), (.58 * math.cos(a), .58 * math.sin(a), .73), (.6 * f * math.cos(a), .6 * f * math.sin(a), .22)]
        F = [tuple(3 * k for k in range(seg))]
        for k in range(seg): q = (k + 1) % seg; F += [(3 * k, 3 * k + 1, 3 * q + 1, 3 * q), (3 * k + 1, 3 * k + 2, 3 * q + 2, 3 * q + 1)]
        obj(mesh(V, F, True, mats=cloth), (x, y, 0))
        for a in (20, 110, 200, 290): c = math.radians(a); chair(x + .82 * math.cos(c), y + .82 * math.sin(c), a - 90, velvet, leg, .47, .46, .52)
        cyl((x, y, .75), .035, .1, cer); sphere((x, y, .9), .02, glow(rgb('#ffc070'), 60), (1, 1, 1.8)); point((x, y, .98), 7, W, .03); bokeh((x, y - .05, .91), rgb('#ffc074'), 1.5); bokeh((x + .12, y - .05, .88), rgb('#ffb060'), .7)
        for a in (-.9, .6, 2.2, 3.9):
            gx, gy = x + .36 * math.cos(a), y + .36 * math.sin(a)
            lathe([(.035, 0), (.004, .006), (.004, .09), (.036, .13), (.038, .17), (.03, .21)], gl, (gx, gy, .75), 20)
            for _ in range(3): bokeh((gx + u(-.03, .03), gy - .03, .75 + u(.1, .2)), mix(W, (1, 1, 1), .4), u(.06, .4))
            cyl((x + .3 * math.cos(a + .5), y + .3 * math.sin(a + .5), .75), .11, .012, cer, .13)
    # sconces, chandelier, pendants
    for s in (-1, 1):
        for y in (4.6, 6.6, 8.6, 10.4): sphere((s * 4.1, y, 2.0), .1, glow(W, 16)); point((s * 3.9, y, 2.05), 22, W, .1); bokeh((s * 4.0, y, 2.0), rgb('#ffb765'), 1.1)
    for x in (-1.25, 1.25): sphere((x, 10.8, 1.95), .1, glow(W, 16)); point((x, 10.6, 2), 22, W, .1); bokeh((x, 10.7, 1.95), rgb('#ffb765'), 1.0); bokeh((x, 10.7, 2.1), rgb('#ffb765'), .6)
    for i in range(13):
        x, y, z = u(-3.2, 3.2), u(6.5, 10), u(2.3, 2.8); bokeh((x, y, z), rgb('#ffc680'), u(.5, 1.1)); point((x, y, z), 5, W, .08) if i < 6 else None
    area((1.5, 1.0, 3.0), (0, 6.5, .6), 2, 45, rgb('#ffc890'))
    camera(56, .95, horizon=.46)
    grade(blur=3.0, ev=-.3, sat=1.15, con=1.2, wb=(.95, 1, 1.1), bloom=.18, key=.16)


def home_library():
    world(rgb('#ffe2b8'), .07)
    W = rgb('#ffb668'); wd = wood('walnut', .35)
    floor_wood('walnut', .3); plane(-5, 5, -1, 8, 3.1, wallpaint('#bda98a'))
    box((0, 4.6, .008), (3.4, 2.6, .016), mat(rgb('#6f2a26'), .95, var=.9, vscale=5, vcol=rgb('#b08a55')))
    bookshelf(-3.3, -.62, 0, 3.05, 6.4, 8, wd, cols=3, fill=.965); bookshelf(.62, 3.3, 0, 3.05, 6.4, 8, wd, cols=3, fill=.965)
    # window bay in the middle: golden evening light through sheer panes
    pane_view(-.62, .62, .75, 2.85, 6.9, rgb('#b08a48'), rgb('#ffe3b0'), .95); 
    for x in (-.62, 0, .62): box((x, 6.8, 1.8), (.06, .06, 2.2), wd)
    for z in (.75, 1.45, 2.15, 2.87): box((0, 6.8, z), (1.3, .06, .05), wd)
    box((0, 6.6, .36), (1.26, .6, .72), wd, .01); box((0, 6.5, .76), (1.2, .5, .1), fabric('#3f5a4c'), .04); curtain(-.68, -.42, .75, 2.95, 6.62, fabric('#6e3a2c'), 3); curtain(.42, .68, .75, 2.95, 6.62, fabric('#6e3a2c'), 3)
    # side shelves in perspective
    for s in (-1, 1):
        bk = []; X = s * 3.25; pl = pal('#6b2a1f', '#2c3c52', '#8a6b3c', '#d8cbb0', '#3d4f3a', '#7a2f3a', '#1f2228', '#b08a4a')
        for r in range(8):
            y = 2.6; zb = r * .38
            box((X, 4.4, zb), (.3, 4.2, .03), wd)
            while y < 6.3:
                w = u(.02, .05); h = u(.22, .32); bk.append((X, y, zb + .02 + h / 2, .2, w * .94, h, jit(R.choice(pl), .02, .2, .3))); y += w
        boxes(bk, mat(attr=True, rough=.55)); sidewall(2, 6.5, 0, 3.1, s * 3.42, wd)
        for y in (2.6, 3.85, 5.1, 6.3): box((X, y, 1.5), (.32, .04, 3), wd)
    # ladder
    for dx in (0, .42): tube([(1.25 + dx, 5.75, 0), (1.25 + dx, 6.38, 2.75)], .025, wood('oak'))
    for i in range(8): t = (i + 1) / 9; tube([(1.25, 5.75 + .63 * t, 2.75 * t), (1.67, 5.75 + .63 * t, 2.75 * t)], .018, wood('oak'))
    # leather chesterfield + side table with banker's lamp
    lea = mat(rgb('#6e3420'), .32, var=.25, vscale=6, bump=.2, bscale=90, clear=.2)
    box((-1.7, 5.0, .26), (.9, .85, .32), lea, .07, 25); box((-1.83, 5.32, .7), (.95, .22, .75), lea, .1, 25); box((-2.1, 4.85, .5), (.2, .8, .42), lea, .09, 25); box((-1.3, 5.2, .5), (.2, .8, .42), lea, .09, 25)
    box((1.9, 5.1, .7), (1.4, .7, .06), wd, .01); 
    for dx in (-.6, .6): box((1.9 + dx, 5.1, .34), (.1, .6, .68), wd)
    br = mat(rgb('#b98a3c'), .25, metal=1); cyl((1.75, 5.1, .73), .08, .03, br); cyl((1.75, 5.1, .75), .012, .3, br)
    box((1.75, 5.02, 1.09), (.34, .16, .1), glow(rgb('#1f8a52'), 1.3), .04); point((1.75, 4.98, 1.0), 9, W, .05); bokeh((1.75, 4.93, 1.03), rgb('#ffd490'), .9)
    for x, h in [(1.45, .05), (2.2, .09), (2.35, .04)]: box((x, 5.0, .73 + h / 2), (.2, .26, h), mat(jit(rgb('#8a3a2a')), .6), 0, u(-20, 20))
    lamp(-2.45, 5.7, 1.55, .2, .28, W, 30, br, 0, 'floor', 8)
    for x in (-2.9, -2.0, -1.1, 1.1, 2.0, 2.9): spot((x, 5.9, 3.0), (x, 6.5, 1.6), 40, W, 75); bokeh((x, 6.15, 2.98), rgb('#ffcf90'), .9)
    for _ in range(70): bokeh((R.choice((-1, 1)) * u(.75, 3.2), 6.35, u(.2, 2.9)), rgb('#ffce8c'), u(.02, .16))
    area((0, 6.7, 1.8), (0, 4, .8), 1.1, 45, rgb('#ffd9a0'), 2); area((1.5, .6, 2.8), (0, 6, 1.2), 1.6, 60, rgb('#ffcf9a'))
    camera(50, .95, horizon=.46)
    grade(blur=3.0, ev=.0, sat=1.1, con=1.2, wb=(.93, 1, 1.25), bloom=.13)


def conference_room():
    world(rgb('#dfe9f4'), .22)
    plane(-6, 6, -1, 10, 0, mat(rgb('#5d6470'), .95, var=.15, vscale=3)); wl = wallpaint('#d6d9dc'); wall(-6, 6, 0, 3, 9, wl); sidewall(-1, 9, 0, 3, 3.6, mat(rgb('#7c8894'), .8)); plane(-6, 6, -1, 9, 2.85, wallpaint('#f1f2f2'))
    tw = wood('walnut', .2); leg = mat(rgb('#b9bcc0'), .25, metal=1); lea = mat(rgb('#23272d'), .4, var=.2, vscale=4)
    box((.1, 6.0, .74), (1.5, 4.6, .06), tw, .02); box((.1, 4.8, .36), (.5, .12, .7), leg); box((.1, 7.4, .36), (.5, .12, .7), leg)
    for y in (4.3, 5.2, 6.1, 7.0, 7.9):
        for s in (-1, 1):
            x = .1 + s * 1.05; box((x, y, .48), (.5, .5, .09), lea, .04); box((x + s * .27, y, .85), (.08, .48, .62), lea, .04); cyl((x, y, .08), .025, .38, leg); cyl((x, y, .04), .26, .03, leg)
            box((.1 + s * .5, y, .79), (.22, .3, .012), mat(rgb('#f6f6f4'), .6)); cyl((.1 + s * .32, y + .22, .77), .03, .1, mat(rgb('#c9dbe3'), .05, trans=.6))
            for _ in range(1): bokeh((.1 + s * .32 + u(-.03, .03), y + .2, .87), (1, 1, 1), u(.1, .35))
    # screen with a simple chart, frame, wood slats
    slat = wood('oak', .5, (1, 1, .1))
    for i in range(36): box((-3.0 + i * .168, 8.95, 1.45), (.1, .06, 2.85), slat)
    box((.1, 8.88, 1.62), (2.5, .06, 1.42), mat(rgb('#111316'), .3), .01); wall(-1.09, 1.29, .97, 2.27, 8.84, mat(rgb('#14181d'), .12, spec=.9))
    # window wall with slatted blinds at left
    V = pane_view(0, 8, .3, 2.7, 0, rgb('#8aa0b4'), rgb('#eef5fc'), 2.8); V.rotation_euler = (0, 0, math.pi / 2); V.location = (-3.1, 2, 0); fr = mat(rgb('#eceef0'), .4)
    for i in range(7): box((-3.03, 2 + i * 1.25, 1.5), (.08, .08, 3), fr)
    its = [(-3.0, 6, .4 + k * .09, .05, 8, .012, rgb('#e6e6e2')) for k in range(26) if k > 12]; boxes(its, mat(attr=True, rough=.5))
    box((-3.03, 6, .15), (.1, 8, .3), fr)
    for i in range(3): area((-2.9, 3.6 + i * 2.5, 1.5), (0, 4 + i * 2.2, .8), 2, 90, rgb('#e4eefc'))
    lg = glow(rgb('#fff6ea'), 8)
    for y in (4.6, 6.4, 8.2):
        for x in (-1.5, 1.7): box((x, y, 2.83), (.6, .6, .03), lg)
    for x in (-1.45, 1.65):
        for i in range(3): cyl((x, 5.4 + i * 1.3, 2.78), .07, .07, mat(rgb('#202327'), .4), .07); bokeh((x, 5.4 + i * 1.3, 2.76), rgb('#fff1dc'), .8)
    area((.1, 6, 2.8), (.1, 6, 0), 3, 110, rgb('#fff4e6'), 5)
    lm = leafmat(.35); pl = [leaves(80, .6, pal('#3f6a34', '#5b8a42', '#2f5228'), lm, aspect=.35)]
    pot_plant(2.9, 8.2, 0, 1.7, pl, mat(rgb('#e9e6e0'), .5), 14, .34, .2); pot_plant(-2.55, 8.3, 0, 1.6, pl, mat(rgb('#e9e6e0'), .5), 14, .34, .2)
    camera(50, .85, horizon=.44)
    grade(blur=3.0, ev=1.0, sat=1.25, con=1.25, wb=(1.02, 1, .98), bloom=.09)


def bedroom_suite():
    world(rgb('#dfe3ee'), .12)
    W = rgb('#ffbd78')
    floor_wood('pale', .45); wl = wallpaint('#cdc5ba'); wall(-5, 5, 0, 3, 7, wl); sidewall(-1, 7, 0, 3, 3.6, wl); plane(-5, 5, -1, 7, 2.8, wallpaint('#efe8de')); box((0, 5, .01), (3.6, 2.6, .03), fabric('#d9cdbd'), .01)
    hb = fabric('#6d7b86')
    for i in range(7): box((-1.17 + i * .39, 6.88, .95), (.375, .14, 1.1), hb, .05)
    lin = mat(rgb('#f1ece4'), .9, var=.05, vscale=5, bump=.6, bscale=5, sheen=.3); th = fabric('#a8735a', .2); gy = fabric('#8492a0'); cr = fabric('#e2d4bf')
    box((0, 5.75, .28), (1.95, 2.1, .3), fabric('#8f8273'), .03); box((0, 5.75, .52), (1.92, 2.08, .24), lin, .09, seg=4); box((0, 5.45, .62), (2.0, 1.55, .12), lin, .05, seg=4); box((0, 4.98, .67), (2.04, .6, .06), th, .03)
    for x in (-.5, .5): box((x, 6.62, .86), (.74, .2, .48), lin, .09, rx=-20, seg=4); box((x, 6.42, .82), (.62, .18, .4), gy, .08, rx=-24, seg=4)
    box((0, 6.22, .76), (.5, .16, .3), cr, .07, rx=-26, seg=4)
    ns = wood('walnut')
    for s in (-1, 1):
        x = s * 1.5; box((x, 6.72, .28), (.52, .42, .5), ns, .015); lamp(x, 6.7, 1.05, .18, .24, W, 20, mat(rgb('#d8cbb8'), .3), 0, 'table', 7); lathe([(.05, 0), (.1, .1), (.03, .26)], mat(rgb('#4f6770'), .25), (x, 6.7, .53))
    pf = wood('oak')
    for x in (-.52, .52): box((x, 6.97, 2.08), (.72, .04, .78), pf); box((x, 6.94, 2.08), (.62, .03, .68), mat(rgb('#ded6c8'), .8, var=.9, vscale=2.2, vcol=rgb('#7c8c93')))
    # tall window with sheers, left
    V = pane_view(0, 3.2, .1, 2.6, 0, rgb('#b4bfa0'), rgb('#f5f3ee'), 2.6); V.rotation_euler = (0, 0, math.pi / 2); V.location = (-2.35, 3.5, 0); fr = mat(rgb('#f2efe9'), .4)
    for i in range(4): box((-2.28, 3.5 + i * 1.06, 1.4), (.07, .06, 2.6), fr)
    sidewall(-1, 3.5, 0, 3, -2.35, wl); sidewall(6.7, 7, 0, 3, -2.35, wl); sidewall(3.5, 6.7, 2.6, 3, -2.35, wl)
    sheer = mat(rgb('#fbf8f2'), .9, transl=.75); curtain(5.0, 6.75, .02, 2.65, -2.14, sheer, 12, .04, True); curtain(6.3, 6.95, .02, 2.7, -2.05, fabric('#8c8f90'), 5, .06, True)
    area((-2.0, 4.4, 1.5), (0, 5.7, .7), 2.2, 130, rgb('#f4f3ff')); area((1.5, 1, 2.6), (0, 6, .8), 1.8, 30, rgb('#ffe0c0'))
    box((2.6, 5.4, .26), (.75, .75, .28), fabric('#b98f78'), .08, -25); box((2.75, 5.72, .62), (.75, .16, .6), fabric('#b98f78'), .07, -25)
    lm = leafmat(.35); pl = [leaves(70, .6, pal('#4a6a3c', '#6d8a54', '#33502c'), lm, aspect=.4)]; pot_plant(2.9, 6.55, 0, 1.6, pl, mat(rgb('#e5ddd0'), .6), 13, .32, .19)
    camera(48, .8, horizon=.42)
    grade(blur=3.0, ev=.9, sat=1.25, con=1.28, wb=(.95, 1, 1.08), bloom=.12)


def _cyc(m, w=6, d=5.2, h=5, r=1.2):
    """Seamless paper sweep."""
    V = []; prof = [(-1, 0), (d - r, 0)] + [(d - r + r * math.sin(t * math.pi / 24), r - r * math.cos(t * math.pi / 24)) for t in range(1, 13)] + [(d, h)]
    for y, z in prof: V += [(-w, y, z), (w, y, z)]
    return obj(mesh(V, [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(prof) - 1)], True, mats=m))


def clean_white_studio():
    """White sweep in a daylight studio: a broad soft key from the upper left, and the pale, much blurred bars of a tall window
    falling across the paper on the right. Nothing stands in the picture; paper and floor run into each other."""
    world((1, 1, 1), .16)
    _cyc(mat(rgb('#efeeec'), .6, var=.02, vscale=.4), 14, 12.6, 9, 1.6)
    area((-4.4, 6.0, 4.6), (-.3, 12.4, 1.8), 3.2, 700, rgb('#fffaf4'), spread=150); area((5.2, 7.0, 3.0), (2.0, 12.5, 1.0), 3.0, 120, rgb('#eef4ff'))
    area((-.4, 8.6, 6.4), (0, 10.6, 0), 3.0, 260, rgb('#fffdfa'), spread=120)
    # a window outside the frame: low sun from the left through three tall panes, wide enough a source to be soft at the paper
    sunlamp(24, 236, 2.9, 2.3, rgb('#fff4e4')); wm = mat((.02, .02, .02), .9); d = Vector((math.sin(math.radians(236)) * math.cos(math.radians(24)), math.cos(math.radians(236)) * math.cos(math.radians(24)), math.sin(math.radians(24))))
    o = Vector((1.25, 12.6, 2.35)) + d * 7.0; q = d.to_track_quat('Z', 'Y').to_matrix().to_4x4(); Mx = Matrix.Translation(o) @ q
    bars = [(-20, -.98, -20, 20), (1.12, 20, -20, 20), (-20, 20, 3.2, 20), (-20, 20, -20, -1.5)] + [(x - .05, x + .05, -3, 4) for x in (-.29, .43)] + [(-2, 2, y - .045, y + .045) for y in (-.5, .55, 1.6)]
    for x0, x1, y0, y1 in bars:
        w = mesh([(x0, y0, 0), (x1, y0, 0), (x1, y1, 0), (x0, y1, 0)], [(0, 1, 2, 3)], mats=wm); ob = obj(w); ob.matrix_world = Mx
        for at in ('visible_camera', 'visible_diffuse', 'visible_glossy'): setattr(ob, at, False)
    camera(70, 2.0, horizon=.55)
    grade(blur=1.5, ev=2.0, sat=1.05, con=1.16, wb=(1.0, 1, 1.0), bloom=.06, vig=.12, grain=.004)


def _canvas(dark='#595b5f', mid='#6d6f72', light='#838487'):
    """Hand-painted studio canvas: two warped layers of brushed mottling, dark to light, hardly any colour."""
    m = bpy.data.materials.new('canvas'); m.use_nodes = True; nt = m.node_tree; nt.nodes.clear(); N = nt.nodes.new; L = nt.links.new
    out = N('ShaderNodeOutputMaterial'); p = N('ShaderNodeBsdfPrincipled'); tc = N('ShaderNodeTexCoord'); p.inputs['Roughness'].default_value = .9; p.inputs[SPEC].default_value = .2

    def layer(scale, detail, warp, rot, stretch):
        mp = N('ShaderNodeMapping'); mp.inputs['Rotation'].default_value = (0, rot, 0); mp.inputs['Scale'].default_value = stretch; L(tc.outputs['Object'], mp.inputs[0])
        n = N('ShaderNodeTexNoise'); n.inputs['Scale'].default_value = scale; n.inputs['Detail'].default_value = detail; n.inputs['Roughness'].default_value = .62; n.inputs['Distortion'].default_value = warp
        L(mp.outputs[0], n.inputs[0]); return n.outputs[0]
    a, b = layer(.7, 4, .25, .5, (1, 1, .8)), layer(2.3, 5, .5, -.7, (1, 1, .8))
    mx = N('ShaderNodeMath'); mx.operation = 'MULTIPLY_ADD'; mx.inputs[1].default_value = .55; L(b, mx.inputs[0]); ml = N('ShaderNodeMath'); ml.operation = 'MULTIPLY'; ml.inputs[1].default_value = .45; L(a, ml.inputs[0]); L(ml.outputs[0], mx.inputs[2])
    cr = N('ShaderNodeValToRGB'); e = cr.color_ramp.elements; e[0].position, e[0].color = .30, (*rgb(dark), 1); e[1].position, e[1].color = .50, (*rgb(mid), 1); e.new(.70).color = (*rgb(light), 1)
    L(mx.outputs[0], cr.inputs[0]); L(cr.outputs[0], p.inputs['Base Color']); L(p.outputs[0], out.inputs[0]); return m


def elegant_gray_studio():
    """Hand-painted canvas that runs down on to the floor in a curve; a soft pool left of centre, falling to charcoal at the edges."""
    world((1, 1, 1), .03)
    _cyc(_canvas(), 12, 9.4, 8, 1.5)
    spot((-2.0, 4.4, 3.6), (-.45, 9.4, 1.95), 1700, rgb('#fff8f2'), 40, 1.0, .7); area((3.8, 5.2, 3.4), (2.0, 9.4, 1.2), 1.8, 60, rgb('#eef0f4')); area((-1.2, 6.0, 4.6), (-.6, 8.0, 0), 1.8, 60, rgb('#fff0e0'), spread=100)
    camera(70, 2.8, horizon=.55)
    grade(blur=1.2, ev=-.15, sat=1.0, con=1.22, wb=(.985, 1, 1.02), vig=.35, bloom=.05, grain=.006)
